//! Damage in the files of `redb`, which looks at its checksums only where it repairs, and gives up by a panic where it stumbles.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

/// What is said of it.
pub(super) const DAMAGED: &str = "it is damaged";

// How redb's files begin: these bytes, one that tells the state of the file, and from `COMMITS` on the last two commits, each with
// its number.
const MAGIC: &[u8] = b"redb\x1a\x0a\xa9\x0d\x0a";
pub(super) const STATE: usize = MAGIC.len();
/// In the state: the second commit counts.
const SECOND: u8 = 1;
/// In the state: the file was not closed, and its checksums have to be looked at.
const UNCLEAN: u8 = 2;
const COMMITS: usize = 64;
/// Bytes of a commit.
const COMMIT: usize = 128;
/// Where in a commit its number stands.
const NUMBER: usize = 104;
/// Bytes of the whole beginning.
pub(super) const HEADER: usize = COMMITS + 2 * COMMIT;

/// Makes redb look at all checksums when it opens a file with these bytes. Whether it would have anyway, as after a kill.
///
/// # Errors
/// If it is no file of redb, or the commit that counts is not the newest, though the file was closed.
pub(super) fn look_closely(bytes: &mut [u8]) -> Result<bool, &'static str> {
    if !bytes.starts_with(MAGIC) || bytes.len() < HEADER {
        return Err("it is no memory of this program");
    }
    let number = |commit: usize| {
        let at = COMMITS + commit * COMMIT + NUMBER;
        bytes.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()).map(u64::from_le_bytes)
    };
    let current = usize::from(bytes[STATE] & SECOND);
    let unclean = bytes[STATE] & UNCLEAN != 0;
    if !unclean && number(current) < number(1 - current) {
        return Err(DAMAGED);
    }
    bytes[STATE] |= UNCLEAN;
    Ok(unclean)
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// What this comes to, or its panic, of which nothing is said on standard error.
pub(super) fn quietly<T>(run: impl FnOnce() -> T) -> std::thread::Result<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                usual(panic);
            }
        }));
    });
    QUIET.set(true);
    let result = catch_unwind(AssertUnwindSafe(run));
    QUIET.set(false);
    result
}
