//! Files that live no longer than what needs them: one directory of this process, and in it one for each use. What an engine still
//! writes when its directory has gone goes nowhere, so that nothing stays behind.

#[cfg(not(target_family = "wasm"))]
mod temporary;

#[cfg(target_family = "wasm")]
use self::lent as place;
#[cfg(not(target_family = "wasm"))]
use self::temporary as place;

#[cfg(target_family = "wasm")]
pub use lent::is_scratch;
pub use place::Scratch;

use std::path::{Path, PathBuf};

/// The directory of one use, removed when this is dropped.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A file in it, as text; it need not be there.
    pub fn file(&self, name: &str) -> String {
        self.path.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        place::remove(&self.path);
    }
}

/// Files in memory, which an engine takes with it.
#[cfg(target_family = "wasm")]
mod lent {
    use super::Folder;
    use std::path::Path;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// How the names of these directories begin.
    const PREFIX: &str = "scratch-";

    /// Whether a file lies in one of them.
    pub fn is_scratch(path: &str) -> bool {
        path.starts_with(PREFIX)
    }

    #[derive(Debug, Default)]
    pub struct Scratch(AtomicU64);

    impl Scratch {
        /// A directory for one use.
        ///
        /// # Errors
        /// None.
        pub fn folder(&self) -> Result<Folder, String> {
            let number = self.0.fetch_add(1, Ordering::Relaxed);
            Ok(Folder { path: format!("{PREFIX}{number}").into() })
        }
    }

    pub(super) fn remove(folder: &Path) {
        let gone = files::lent::paths().into_iter().filter(|path| path.starts_with(folder));
        gone.for_each(|path| files::lent::put(&path, None));
    }
}
