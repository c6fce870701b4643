//! The interrupts of long work (Ctrl-C): an end that is asked for comes at the next look, with what there is.

use anyhow::Context as _;
use search::Control;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The stop flag and the clock of a search; an interrupt stops it.
pub fn control() -> anyhow::Result<Arc<Control>> {
    let control = Arc::new(Control::new());
    let asked = Arc::clone(&control);
    handle(move || asked.stop())?;
    Ok(control)
}

/// A flag that an interrupt sets.
pub fn flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&flag);
    handle(move || asked.store(true, Ordering::Release))?;
    Ok(flag)
}

fn handle(interrupted: impl FnMut() + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(interrupted).context("no handler for interrupts")
}
