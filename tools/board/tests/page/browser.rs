//! The page in a real browser: whole games by clicks in both views and by keyboard alone, and everything else that a person
//! does, seen as a person sees it.

use crate::common::browser::Browser;
use fantoccini::actions::{InputSource, PointerAction, TouchActions};

/// Whether it is the first player's turn, or the game is over.
const MINE: &str = "(document.querySelector('.player.active .who')?.textContent ?? 'You') === 'You'";

/// Plays a whole game of Qubic against an engine by clicking on cells of this view.
async fn play_by_clicks(browser: &Browser, view: &str) {
    browser.click(&format!("[data-view={view}]")).await;
    browser.new_game("qubic", ["human", "alpha-beta"], "0.2 s").await;
    let container = if view == "cube" { "#cube .points" } else { "#flat" };
    let mut plies = 0;
    loop {
        browser.wait(MINE).await;
        let free = browser
            .value(&format!("document.querySelector('{container} .m-legal')?.dataset.square ?? ''"))
            .await;
        let free = free.as_str().unwrap().to_owned();
        if free.is_empty() {
            break;
        }
        browser.click(&format!("{container} [data-square='{free}']")).await;
        plies += 1;
        browser.wait(&format!("document.querySelectorAll('#list li').length >= {}", 2 * plies - 1)).await;
        let taken = format!(
            "document.querySelector(\"{container} [data-square='{free}']\").getAttribute('aria-label')"
        );
        browser.wait(&format!("{taken}.includes(', x')")).await;
        browser.wait(&format!("document.querySelectorAll('#list li').length >= {} || {MINE} && !document.querySelector('.m-legal')", 2 * plies)).await;
    }
    let status = browser.status().await;
    assert!(status.contains("wins") || status.contains("draw"), "{status}");
    assert!(plies >= 3, "nobody wins sooner");
    browser.wait(&format!("document.querySelectorAll('{container} .m-row').length === 4")).await;
}

#[tokio::test]
async fn a_whole_game_by_clicks_in_both_views() {
    let Some((browser, _board)) = Browser::at_board(1280, 900, &[]).await else { return };
    play_by_clicks(&browser, "layers").await;
    play_by_clicks(&browser, "cube").await;
    browser.close().await;
}

#[tokio::test]
async fn a_whole_game_by_keyboard_alone() {
    let Some((browser, _board)) = Browser::at_board(1280, 900, &[]).await else { return };
    browser.value("document.activeElement.blur()").await;
    // The skip link leads to the board, Tab on to a cell.
    browser.keys("\u{e004}").await;
    assert_eq!(browser.value("document.activeElement.className").await, "skip");
    browser.keys("\u{e007}").await;
    browser.keys("\u{e004}").await;
    let focused = "document.activeElement.dataset.square";
    assert_eq!(browser.value(focused).await, "111");
    let mut cells =
        (1..=4).flat_map(|level| (1..=4).flat_map(move |row| (1..=4).map(move |c| (level, row, c))));
    while browser.value("document.querySelector('#flat .m-legal') !== null").await == true {
        let (level, row, column) = cells.next().expect("the game ends before the cube is full");
        let cell = format!("{level}{row}{column}");
        // By arrows to the next cell: along the row, to the next row, or to the next level.
        for _ in 0..200 {
            let now = browser.value(focused).await.as_str().unwrap().to_owned();
            let at: Vec<i32> = now.bytes().map(|byte| i32::from(byte - b'0')).collect();
            let (l, r, c) = (level - at[0], row - at[1], column - at[2]);
            let key = match (l, r, c) {
                (0, 0, 0) => break,
                (1.., ..) => "\u{e00f}",
                (..=-1, ..) => "\u{e00e}",
                (0, 1.., _) => "\u{e015}",
                (0, ..=-1, _) => "\u{e013}",
                (0, 0, 1..) => "\u{e014}",
                (0, 0, _) => "\u{e012}",
            };
            browser.keys(key).await;
        }
        assert_eq!(browser.value(focused).await, cell.as_str());
        if browser.value("document.activeElement.classList.contains('m-legal')").await == true {
            browser.keys("\u{e007}").await;
            browser
                .wait(&format!("{MINE} && document.activeElement.getAttribute('aria-label').includes(', x')"))
                .await;
        }
    }
    assert!(browser.status().await.contains("wins"), "{}", browser.status().await);
    browser.close().await;
}

#[tokio::test]
async fn take_back_a_hint_and_a_killed_engine() {
    let Some((browser, board)) = Browser::at_board(1280, 900, &[]).await else { return };
    browser.click("#flat [data-square='222']").await;
    browser.wait("document.querySelectorAll('#list li').length === 2").await;
    browser.click("#back").await;
    browser.wait("document.querySelectorAll('#list li.ahead').length === 2").await;
    assert!(browser.status().await.starts_with("Your move (x)"));
    browser.keys("h").await;
    browser.wait("document.querySelector('.m-hinted') !== null").await;

    browser.new_game("qubic", ["human", "alpha-beta"], "10 s").await;
    browser.click("#flat [data-square='222']").await;
    browser.wait("document.querySelector('#thinking .thought') !== null").await;
    board.kill_engines();
    browser.wait("document.querySelector('#faults .fault')?.textContent.includes('crash')").await;
    browser.click("#resume").await;
    browser.wait("document.querySelector('#thinking .thought') !== null").await;
    browser.click("#now").await;
    browser.wait("document.querySelectorAll('#list li').length === 2").await;
    browser.close().await;
}

#[tokio::test]
async fn the_other_games_are_played_by_clicks() {
    let Some((browser, _board)) = Browser::at_board(1280, 900, &[]).await else { return };
    browser.new_game("gomoku", ["human", "alpha-beta"], "0.2 s").await;
    browser.click("#flat [data-square='h8']").await;
    browser.wait("document.querySelectorAll('#flat .disc').length === 2").await;
    browser.new_game("draughts", ["human", "samuel"], "0.2 s").await;
    browser.click("#flat [data-square='11']").await;
    browser.wait("document.querySelector('#flat .m-picked') !== null").await;
    browser.click("#flat [data-square='15']").await;
    browser.wait("document.querySelectorAll('#list li').length === 2").await;
    // The pointer is still over the square, which looks as it did.
    let dark = |square: u8| {
        format!("getComputedStyle(document.querySelector('[data-square=\"{square}\"]')).backgroundColor")
    };
    assert_eq!(browser.value(&dark(15)).await, browser.value(&dark(18)).await);
    browser.close().await;
}

#[tokio::test]
async fn a_telephone_shows_all_of_every_board() {
    let Some((browser, _board)) = Browser::at_board(390, 844, &[]).await else { return };
    for game in ["qubic", "gomoku", "draughts"] {
        browser.new_game(game, ["human", "human"], "").await;
        browser.wait(&format!("document.querySelector('#flat').className === '{game}'")).await;
        assert_eq!(browser.value("document.documentElement.scrollWidth <= innerWidth").await, true, "{game}");
        let unnamed = "[...document.querySelectorAll('button')].filter(button => !button.textContent.trim() && \
                       !button.getAttribute('aria-label')).length";
        assert_eq!(browser.value(unnamed).await, 0, "{game}");
    }
    browser.close().await;
}

/// Touches the middle of an element, as a finger does.
async fn touch(browser: &Browser, css: &str) {
    let element = browser.find(css).await;
    let finger = TouchActions::new("finger".to_owned())
        .then(PointerAction::MoveToElement { element, duration: None, x: 0.0, y: 0.0 })
        .then(PointerAction::Down { button: 0 })
        .then(PointerAction::Up { button: 0 });
    browser.window.perform_actions(finger).await.unwrap();
}

#[tokio::test]
async fn a_telephone_is_used_by_touch() {
    let Some((browser, _board)) = Browser::at_board(390, 844, &[]).await else { return };
    browser.new_game("qubic", ["human", "human"], "").await;
    touch(&browser, "#flat [data-square='222']").await;
    browser.wait("document.querySelectorAll('#flat .s1').length === 1").await;
    // The cube: a finger that moves turns it and plays nothing, one that does not plays.
    browser.click("[data-view=cube]").await;
    browser.wait("window.cube?.azimuth !== undefined").await;
    let before = browser.value("cube.azimuth").await;
    let element = browser.find("#cube [data-square='344']").await;
    let at = |x: f64, element| PointerAction::MoveToElement { element, duration: None, x, y: 0.0 };
    let swipe = TouchActions::new("finger".to_owned())
        .then(at(0.0, element.clone()))
        .then(PointerAction::Down { button: 0 })
        .then(at(-60.0, element))
        .then(PointerAction::Up { button: 0 });
    browser.window.perform_actions(swipe).await.unwrap();
    browser.wait(&format!("Math.abs(cube.azimuth - {before}) > 0.1")).await;
    assert_eq!(browser.value("document.querySelectorAll('#list li').length").await, 1);
    let seen = "[...document.querySelectorAll('#cube .points .m-legal')].find(button => { const box = \
                button.getBoundingClientRect(); return document.elementFromPoint(box.x + box.width / 2, box.y + box.height \
                / 2) === button; })?.dataset.square";
    let cell = browser.value(seen).await.as_str().unwrap().to_owned();
    touch(&browser, &format!("#cube [data-square='{cell}']")).await;
    browser.wait("document.querySelectorAll('#list li').length === 2").await;
    // Setting up, by touch as well.
    browser.click("[data-view=layers]").await;
    touch(&browser, "#tab-texts").await;
    touch(&browser, "#set-up").await;
    touch(&browser, "#flat [data-square='113']").await;
    browser.wait("document.querySelectorAll('#flat .s1').length === 2").await;
    browser.close().await;
}

#[tokio::test]
async fn learning_is_watched_and_memories_are_looked_into() {
    let place = tempfile::tempdir().unwrap();
    let data =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/qubic/score-four-deep.memory");
    std::fs::copy(data, place.path().join("deep.memory")).unwrap();
    let memories = place.path().to_str().unwrap().to_owned();
    let args = ["--memories", &memories];
    let Some((browser, _board)) = Browser::at_board(1280, 900, &args).await else { return };
    browser.new_game("draughts", ["human", "human"], "").await;
    browser.click("#tab-teaching").await;
    browser.find("#series-games").await.clear().await.unwrap();
    browser.find("#series-games").await.send_keys("3").await.unwrap();
    browser.click("#teach").await;
    browser.wait("document.querySelectorAll('#series > li').length === 3").await;
    // A bar for each of the terms of the paper with the combined ones, and a curve for the greatest.
    browser.wait("document.querySelectorAll('#terms rect.bar').length === 38").await;
    browser.wait("document.querySelectorAll('#curve .term').length === 5").await;
    // The memory is one of Qubic: its pattern is shown there.
    browser.click("#open-memory").await;
    browser.wait("document.querySelectorAll('#patterns li').length > 10").await;
    browser.click("#patterns li:nth-child(2) .lesson").await;
    browser.wait("document.documentElement.dataset.game === 'qubic' && document.querySelectorAll('#flat .m-pattern').length > 8").await;
    let sums = "[...document.querySelectorAll('#flat .m-pattern')].flatMap(cell => \
                /line ([\\d and]+)/.exec(cell.getAttribute('aria-label'))[1].trim().split(' and ')).sort().join()";
    assert_eq!(
        browser.value(sums).await,
        "10,10,10,10,10,10,10,10,5,5,5,5,5,5,5,5",
        "(5,10,5,10), four cells each"
    );
    // Every pattern of the memory is found in the game that it was learned from.
    let text = std::fs::read_to_string(place.path().join("deep.memory")).unwrap();
    let script = "const [text, done] = arguments; import('/memory.js').then(({ patternsIn, realise }) => { const all = \
                  patternsIn(text); done([all.length, all.filter(pattern => realise(pattern)).length]); });";
    let found = browser.window.execute_async(script, vec![text.into()]).await.unwrap();
    assert_eq!(found[0], found[1]);
    browser.close().await;
}

/// A page of the papers: three corners that no game leads to, a position of draughts with a king, and a game.
const REPORT: &str = r#"<body><main><figure><div class="grids4"><svg class="board" viewBox="-4 -4 128 128"><circle class="first" cx="15"
cy="15"/><circle class="first" cx="15" cy="105"/></svg><svg class="board" viewBox="-4 -4 128 128"></svg><svg class="board" viewBox="-4 -4 128 128"></svg><svg class="board" viewBox="-4 -4 128 128"><circle class="first" cx="15" cy="105"/></svg></div><figcaption>corners
</figcaption></figure><figure><div class="grids1"><svg class="board" viewBox="-4 -4 248 248"><rect class="dark"/><circle class="second"
cx="15" cy="45"/><circle class="first" cx="15" cy="225"/><text x="15" y="229">K</text></svg></div><figcaption>a king</figcaption></figure>
<pre>X1  111  Preset
O1  222  Preset
X2  333  Preset
O2  444  Preset
X3  112  Preset</pre></main></body>"#;

#[tokio::test]
async fn boards_and_games_of_the_papers_open_in_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report.html");
    std::fs::write(&report, REPORT).unwrap();
    let args = ["--report", report.to_str().unwrap()];
    let Some((browser, _board)) = Browser::at_board(1280, 800, &args).await else { return };
    let count = |what: &str| format!("document.querySelectorAll('{what}').length");
    let expected = [
        ("figure:first-of-type", format!("{} === 3", count("#flat .s1.stone"))),
        (
            "figure:last-of-type",
            format!("{} === 1 && {} === 1", count("#flat .d2"), count("#flat .d1 .crown")),
        ),
        ("pre + p", format!("{} === 5", count("#list li"))),
    ];
    browser.click("[data-view=layers]").await;
    for (place, shown) in expected {
        browser.click("header .papers").await;
        browser.wait(&format!("{} === 3", count(".to-board"))).await;
        browser.click(&format!("{place} .to-board")).await;
        browser.wait(&shown).await;
    }
    browser.close().await;
}
