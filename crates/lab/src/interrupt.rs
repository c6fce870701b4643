//! The interrupts of long work (Ctrl-C): an end that is asked for comes at the next look, with what there is.

use anyhow::Context as _;
use search::Control;
use std::sync::Arc;

/// The stop flag and the clock of a search; an interrupt stops it.
pub fn control() -> anyhow::Result<Arc<Control>> {
    let control = Arc::new(Control::new());
    let asked = Arc::clone(&control);
    ctrlc::set_handler(move || asked.stop()).context("no handler for interrupts")?;
    Ok(control)
}
