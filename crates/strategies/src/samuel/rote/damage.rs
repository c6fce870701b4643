//! Damage in the files of `redb`, which looks at its checksums only where it repairs, and gives up by a panic where it stumbles.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

/// What is said of it.
pub(super) const DAMAGED: &str = "it is damaged";

// How redb's files begin: these bytes, one that tells the state of the file, sizes from `SIZES` on, and from `COMMITS` on the last two
// commits, each with its number.
const MAGIC: &[u8] = b"redb\x1a\x0a\xa9\x0d\x0a";
pub(super) const STATE: usize = MAGIC.len();
/// In the state: the second commit counts.
const SECOND: u8 = 1;
/// In the state: the file was not closed, and its checksums have to be looked at.
const UNCLEAN: u8 = 2;
/// In the state: no other commit counts than the one said, as in all that are written here.
const TWO_PHASES: u8 = 4;
pub(super) const SIZES: usize = 12;
/// Bytes in a page, pages in front of a region, pages in a region.
const LARGEST: [u32; 3] = [4096, 64, 1 << 20];
const COMMITS: usize = 64;
/// Bytes of a commit.
const COMMIT: usize = 128;
/// Where in a commit its number stands.
const NUMBER: usize = 104;
/// Bytes of the whole beginning.
pub(super) const HEADER: usize = COMMITS + 2 * COMMIT;

/// Makes redb look at the checksums of all pages of a file with these bytes when it opens it, and before it follows any of them: as
/// one that was not closed, and has no other commit than the one that counts.
///
/// # Errors
/// If it is no file of redb, its sizes cannot be, or an older commit might count than the last one.
pub(super) fn look_closely(bytes: &mut [u8]) -> Result<(), &'static str> {
    if !bytes.starts_with(MAGIC) || bytes.len() < HEADER {
        return Err("it is not a memory of this program");
    }
    let (state, current) = (bytes[STATE], usize::from(bytes[STATE] & SECOND));
    let commit = |number: usize| COMMITS + number * COMMIT..COMMITS + (number + 1) * COMMIT;
    let number =
        |number: usize| bytes[commit(number)][NUMBER..].first_chunk().map(|bytes| u64::from_le_bytes(*bytes));
    let size = |size: usize| bytes[SIZES + 4 * size..].first_chunk().map(|bytes| u32::from_le_bytes(*bytes));
    let fits = (0..LARGEST.len()).all(|each| size(each) <= Some(LARGEST[each]));
    let newest = state & UNCLEAN != 0 || number(current) >= number(1 - current);
    if !fits || !newest || state & TWO_PHASES == 0 {
        return Err(DAMAGED);
    }
    bytes.copy_within(commit(current), commit(1 - current).start);
    bytes[STATE] = state & SECOND | UNCLEAN;
    Ok(())
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
