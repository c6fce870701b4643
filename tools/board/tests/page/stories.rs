//! What the page does, told in its own language: a story is a file of `stories`, run in the page; where a line says `// reload`, the
//! page is loaded again.

use crate::common::browser::Browser;
use crate::common::{MESSAGES, fake_engine};
use serde_json::Value;

/// What every story begins with.
const PRELUDE: &str = include_str!("stories/prelude.js");

async fn tell(story: &str, args: &[&str]) {
    let Some((browser, _board)) = Browser::at_board(1280, 800, args).await else { return };
    for (number, part) in story.split("// reload\n").enumerate() {
        if number > 0 {
            browser.window.refresh().await.unwrap();
        }
        tell_part(&browser, part).await;
    }
    browser.close().await;
}

/// Tells a part of a story; what it ends with.
pub(crate) async fn tell_part(browser: &Browser, part: &str) -> Value {
    let script = format!(
        "const done = arguments[0]; (async () => {{ {PRELUDE}\n{part} }})().then(told => done([true, told]), error => done([false, String(error.stack)]));"
    );
    let told = browser.window.execute_async(&script, Vec::new()).await.unwrap();
    assert_eq!(told[0], true, "{told}; of the part {part}");
    told[1].clone()
}

macro_rules! stories {
    ($($name:ident)*) => {$(
        #[tokio::test]
        async fn $name() {
            tell(include_str!(concat!("stories/", stringify!($name), ".js")), &[]).await;
        }
    )*};
}

stories! {
    first_minute a_game_to_its_end puzzles_have_levels a_reload_keeps_the_game marks_and_layout_do_not_meet scores_and_names notices_go_away
    a_program_is_taught reasons_and_proofs the_board_is_the_page
    a_position_is_set_up the_way_back what_stands_out_is_drawn colours_change_hands games_that_come_along
}

/// The server takes what the page may say; the page says nothing else, and hears whatever the server may say.
#[tokio::test]
async fn messages_are_those_of_the_schema() {
    let messages: Value = serde_json::from_str(MESSAGES).unwrap();
    for message in messages["from_page"].as_array().unwrap() {
        let taken = serde_json::from_value::<board::message::FromPage>(message.clone());
        assert!(taken.is_ok(), "{message}: {taken:?}");
    }
    tell(&format!("const MESSAGES = {MESSAGES};\n{}", include_str!("stories/messages.js")), &[]).await;
}

#[tokio::test]
async fn an_engine_that_cannot_be_used_is_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let script = fake_engine(folder.path(), "exit 3");
    let crashing = format!("command=sh {}", script.display());
    let args =
        ["--engine", "name=broken", "command=false", "--engine", "x", "--engine", "name=crashing", &crashing];
    tell(include_str!("stories/engines.js"), &args).await;
}
