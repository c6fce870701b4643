//! Files that commands are to write: what would fail at the end is refused before work is done for it.

use anyhow::{Context as _, bail};
use std::path::Path;

/// Refuses a file whose folder is not there.
///
/// # Errors
/// With the folder's name.
pub fn check_folder(out: &Path) -> anyhow::Result<()> {
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        bail!("{}: there is no folder {}", out.display(), folder.display());
    }
    Ok(())
}

/// The same, and refuses to write over what does not begin as files of this kind do.
///
/// # Errors
/// With the name of the folder or of the file.
pub fn check_kind(out: &Path, head: &str) -> anyhow::Result<()> {
    check_folder(out)?;
    let name = out.display();
    if out.exists() && !files::read_text(out).with_context(|| name.to_string())?.starts_with(head) {
        bail!("{name}: what is there does not begin with '{head}', and is left as it is; name another");
    }
    Ok(())
}
