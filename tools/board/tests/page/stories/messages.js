const modules = performance.getEntriesByType("resource").map(({ name }) => name).filter(name => /\/[a-z]+\.js$/.test(name));
const sources = await Promise.all(modules.map(name => fetch(name).then(answer => answer.text())));
const found = pattern => [...new Set(sources.flatMap(text => [...text.matchAll(pattern)].map(([, kind]) => kind)))].sort();
const said = found(/\bsend\("([a-z-]+)"/g);
const allowed = MESSAGES.from_page.map(({ type }) => type);
sure(said.length > 15 && said.every(kind => allowed.includes(kind)), `the page says ${said}`);
const heard = found(/\bon\("([a-z]+)"/g);
const told = Object.keys(MESSAGES.to_page).filter(kind => kind !== "says");
sure(told.every(kind => heard.includes(kind)), `the page hears ${heard}`);
