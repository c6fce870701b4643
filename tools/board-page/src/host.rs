//! What the worker lends to the module: time, word to stop, and files.

use search::host::{Host, lend};
use std::path::Path;
use std::sync::{Mutex, Once, PoisonError};
use std::time::Duration;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;
    /// Whether the search is to go on (0), to end (1), or to let the worker hear what has come for it, by `breathe` (2).
    safe fn asked() -> u32;
    safe fn breathe();
    /// Puts the file of this path into the buffer; its length, or -1.
    safe fn fetch(path: *const u8, length: usize) -> isize;
    /// A file has been written.
    safe fn wrote(path: *const u8, path_length: usize, bytes: *const u8, length: usize);
    /// The module is broken: this is its last word.
    safe fn broke(text: *const u8, length: usize);
}

static BUFFER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Room for so many bytes that come in.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    begin();
    let mut buffer = BUFFER.lock().unwrap_or_else(PoisonError::into_inner);
    buffer.resize(length, 0);
    buffer.as_mut_ptr()
}

/// Takes what has been put into the buffer.
pub(crate) fn taken() -> Vec<u8> {
    std::mem::take(&mut BUFFER.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The same as text.
pub(crate) fn taken_text() -> String {
    String::from_utf8_lossy(&taken()).into_owned()
}

/// Lends all that is needed before anything is done.
pub(crate) fn begin() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        std::panic::set_hook(Box::new(|panic| {
            let text = panic.to_string();
            broke(text.as_ptr(), text.len());
        }));
        lend(Host { now: || Duration::from_secs_f64(now() / 1e3), is_told_to_stop });
        files::lent::fetch_by(|path| {
            let path = path.to_str()?;
            (fetch(path.as_ptr(), path.len()) >= 0).then(taken)
        });
    });
}

fn is_told_to_stop() -> bool {
    match asked() {
        2 => {
            breathe();
            asked() == 1
        }
        said => said == 1,
    }
}

/// A file: in the buffer its path, and behind so many bytes its content; without content it is taken out.
#[unsafe(no_mangle)]
extern "C" fn put(path_length: usize, is_there: u32) {
    let mut path = taken();
    let bytes = path.split_off(path_length.min(path.len()));
    if let Ok(path) = String::from_utf8(path) {
        files::lent::put(path.as_ref(), (is_there != 0).then_some(bytes));
    }
}

/// Tells of the files that the engine has written.
pub(crate) fn tell_of_files() {
    let changed = files::lent::take_changed();
    for path in changed.iter().filter_map(|path| path.to_str()) {
        if let Ok(bytes) = files::read(Path::new(path)) {
            wrote(path.as_ptr(), path.len(), bytes.as_ptr(), bytes.len());
        }
    }
}
