//! An engine in a worker: lines of the protocol in and out.

use crate::host::{taken_text, tell_of_files};
use engine::protocol::native::InTurn;
use engine::{BUILT_IN, Engine};
use std::cell::RefCell;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The engine has said lines, each with its newline.
    safe fn said(text: *const u8, length: usize);
}

thread_local! {
    static ENGINE: RefCell<Option<InTurn>> = const { RefCell::new(None) };
}

/// Acts on the lines in the buffer, one after the other; whether the last was `quit`.
#[unsafe(no_mangle)]
extern "C" fn lines() -> u32 {
    let text = taken_text();
    let is_last = ENGINE.with_borrow_mut(|engine| {
        let engine = engine
            .get_or_insert_with(|| InTurn::new(Engine::without_thread(&BUILT_IN).expect("there are games")));
        let mut lines = text.lines();
        lines.any(|line| {
            engine.act(line, &|text| {
                // What the lines are about is there before them.
                tell_of_files();
                said(text.as_ptr(), text.len());
            })
        })
    });
    u32::from(is_last)
}
