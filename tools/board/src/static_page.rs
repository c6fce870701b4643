//! The page without a server, as a folder that any file host can serve: the same front end, the session and its engines as a module
//! of WebAssembly, and a service worker that keeps it all for times without a network.

use crate::assets::{self, FILES, POLICY, STATIC};
use anyhow::{Context, bail};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const TARGET: &str = "wasm32-unknown-unknown";
/// The folder of the repository's `data` whose certificates are fetched, and kept, when an engine wants them.
const WANTED: &str = "gomoku";

/// Writes the folder, with a page of the papers if there is one; says what it holds.
///
/// # Errors
/// If the sources, the page of the papers or the target's library are not there, the module cannot be built, or the folder cannot be written.
pub fn write(folder: &Path, report: Option<&Path>) -> anyhow::Result<String> {
    let report = report
        .map(|path| files::read_text(path).with_context(|| format!("report = {}", path.display())))
        .transpose()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let module = build(&root)?;
    let mut files: Vec<(String, Vec<u8>)> =
        FILES.iter().chain(STATIC).map(|&(path, bytes)| (path.to_owned(), bytes.to_vec())).collect();
    // Of two of a name the static page's own is the last.
    files.reverse();
    files.sort_by(|(one, _), (other, _)| one.cmp(other));
    files.dedup_by(|(one, _), (other, _)| one == other);
    files.push(("engine.wasm".to_owned(), files::read(&module)?));
    let (_, index) = files.iter_mut().find(|(path, _)| path == "index.html").context("there is no page")?;
    *index = guarded(std::str::from_utf8(index)?).into_bytes();
    if let Some(report) = report {
        *index =
            String::from_utf8(std::mem::take(index))?.replacen("<html", "<html data-report", 1).into_bytes();
        files.push(("report.html".to_owned(), assets::opening(&report).into_bytes()));
    }
    let (_, worker) = files.iter_mut().find(|(path, _)| path == "sw.js").context("there is no worker")?;
    let worker = String::from_utf8(std::mem::take(worker))?;
    files.retain(|(path, _)| path != "sw.js");
    let worker = listing(&worker, &files);
    files.push(("sw.js".to_owned(), worker.into_bytes()));
    let wanted = root.join("data").join(WANTED);
    let mut names = files::names_in(&wanted).with_context(|| wanted.display().to_string())?;
    names.retain(|name| name.ends_with(".proof"));
    for name in names {
        let bytes = files::read(&wanted.join(&name)).with_context(|| format!("data/{WANTED}/{name}"))?;
        files.push((format!("files/{WANTED}/{name}"), bytes));
    }
    for (path, bytes) in &files {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
        files::write_atomically(&path, bytes).with_context(|| path.display().to_string())?;
    }
    let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    Ok(format!("{}: {} files, {:.1} MB", folder.display(), files.len(), bytes as f64 / 1e6))
}

/// Builds the module; its path.
fn build(root: &Path) -> anyhow::Result<PathBuf> {
    let package = root.join("tools/board-page/Cargo.toml");
    if !package.is_file() {
        bail!("--static builds from the sources: run `cargo run --release -p board -- --static DIR` in them");
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["build", "--locked", "--profile", "page", "--target", TARGET, "-p", "board-page"];
    let built = Command::new(cargo)
        .args(arguments)
        .arg("--message-format=json-render-diagnostics")
        .current_dir(root)
        .stderr(Stdio::inherit())
        .output()
        .context("cargo cannot be started: the page is built from the sources by Rust, which https://rustup.rs installs")?;
    if !built.status.success() {
        bail!("the module was not built; its target comes by `rustup target add {TARGET}`");
    }
    let said = String::from_utf8_lossy(&built.stdout);
    let artifacts = said.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let mut modules = artifacts.filter_map(|artifact| {
        let names = artifact["filenames"].as_array()?.iter().filter_map(|name| name.as_str());
        names.map(PathBuf::from).find(|name| name.ends_with("board_page.wasm"))
    });
    modules.next_back().context("cargo does not say where the module is")
}

/// The page with the policy in it that a server would send: a worker of its own and its module are allowed besides.
fn guarded(index: &str) -> String {
    let policy = POLICY
        .replace("; frame-ancestors 'none'", "")
        .replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");
    let meta =
        format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}; worker-src 'self'\">");
    index.replacen("<meta charset=\"utf-8\">", &format!("<meta charset=\"utf-8\">\n{meta}"), 1)
}

/// The service worker with the list of what it keeps, and a version that is another one whenever a file is.
fn listing(worker: &str, files: &[(String, Vec<u8>)]) -> String {
    let mut hasher = DefaultHasher::new();
    (files, worker).hash(&mut hasher);
    let paths = files.iter().map(|(path, _)| if path == "index.html" { "./" } else { path.as_str() });
    let paths = serde_json::Value::from(paths.collect::<Vec<_>>());
    let version = format!("const VERSION = \"{:016x}\";", hasher.finish());
    let listed = format!("const FILES = {paths};");
    worker.replacen("const VERSION = \"\";", &version, 1).replacen("const FILES = [];", &listed, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_guarded_and_the_worker_knows_its_files() {
        let text = |name: &str| {
            let (_, bytes) = FILES.iter().chain(STATIC).find(|(path, _)| *path == name).unwrap();
            std::str::from_utf8(bytes).unwrap()
        };
        let index = guarded(text("index.html"));
        assert!(
            index.contains("script-src 'self' 'wasm-unsafe-eval'") && index.contains("worker-src 'self'")
        );
        let files =
            |content: &str| vec![("index.html".to_owned(), content.into()), ("a.js".to_owned(), vec![])];
        let [one, other] = ["1", "2"].map(|content| listing(text("sw.js"), &files(content)));
        assert!(one.contains("const FILES = [\"./\",\"a.js\"];") && one != other);
    }
}
