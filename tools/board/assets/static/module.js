// The module of WebAssembly as a worker has it: text and bytes in and out.

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Starts the module with these functions of the worker beside the usual ones. */
export async function start(module, more) {
  let exports = null;
  const bytes = (at, length) => new Uint8Array(exports.memory.buffer, at, length);
  const text = (at, length) => decoder.decode(bytes(at, length));
  const put = array => bytes(exports.room(array.length), array.length).set(array);
  let last = "it has stopped";
  const usual = {
    now: () => performance.now(),
    broke: (at, length) => { last = text(at, length); console.error(last); },
    /** Fetched there and then: the search waits for it. */
    fetch: (at, length) => {
      const request = new XMLHttpRequest();
      try {
        request.open("GET", new URL(`files/${text(at, length)}`, location.href), false);
        request.responseType = "arraybuffer";
        request.send();
      } catch {
        // Its status is 0.
      }
      if (request.status !== 200) {
        wanted.lost?.(text(at, length));
        return -1;
      }
      put(new Uint8Array(request.response));
      return request.response.byteLength;
    },
  };
  const wanted = { ...usual, ...more({ text, bytes }) };
  const page = Object.fromEntries(WebAssembly.Module.imports(module)
    .map(({ name }) => [name, wanted[name] ?? (() => { throw new Error(`${name} is not for this worker`); })]));
  exports = (await WebAssembly.instantiate(module, { page })).exports;
  return {
    exports,
    words: () => last,
    /** Puts a text where the next call finds it. */
    text: words => put(encoder.encode(words)),
    /** Puts a file in, or (`null`) takes it out. */
    file: (path, content) => {
      const name = encoder.encode(path);
      const whole = new Uint8Array(name.length + (content?.length ?? 0));
      whole.set(name);
      if (content) whole.set(content, name.length);
      put(whole);
      exports.put(name.length, content ? 1 : 0);
    },
  };
}
