//! Files that this process may have open: two for each engine that runs. Where many games are played at a time that is more than
//! systems usually allow, so the limit is raised as far as may be, and what is still too much is refused before the match.

use crate::settings::Settings;

/// Sees to it that so many games can be played at a time.
#[cfg(unix)]
pub(crate) fn allow(settings: &Settings) -> Result<(), String> {
    use crate::worker::KEPT;
    use rustix::process::{Resource, getrlimit, setrlimit};
    // What a worker needs beside its engines, and what the process itself does, is a little.
    let each = 2 * settings.engines.len().min(KEPT + 2) + 6;
    let wanted = (settings.concurrency * each + 64) as u64;
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current.is_none_or(|current| current >= wanted) {
        return Ok(());
    }
    let most = limit.maximum.unwrap_or(wanted).min(wanted);
    limit.current = Some(most);
    match setrlimit(Resource::Nofile, limit) {
        Ok(()) if most == wanted => Ok(()),
        _ => Err(format!(
            "concurrency = {}: so many games need {wanted} open files, and the system allows {most} (ulimit -n)",
            settings.concurrency
        )),
    }
}

#[cfg(not(unix))]
pub(crate) const fn allow(_: &Settings) -> Result<(), String> {
    Ok(())
}
