//! The page in a real browser: whole games by clicks in both views and by keyboard alone, and everything else that a person
//! does, seen as a person sees it.

mod common;

use common::Board;
use common::browser::Browser;

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
            .value(&format!("document.querySelector('{container} .legal')?.dataset.square ?? ''"))
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
        browser.wait(&format!("document.querySelectorAll('#list li').length >= {} || {MINE} && !document.querySelector('.legal')", 2 * plies)).await;
    }
    let status = browser.status().await;
    assert!(status.contains("wins") || status.contains("draw"), "{status}");
    assert!(plies >= 3, "nobody wins sooner");
    browser.wait(&format!("document.querySelectorAll('{container} .row').length === 4")).await;
}

#[tokio::test]
async fn a_whole_game_by_clicks_in_both_views() {
    let Some(browser) = Browser::start(1280, 900).await else { return };
    let board = Board::start(&[]);
    browser.open(&board.url()).await;
    play_by_clicks(&browser, "layers").await;
    play_by_clicks(&browser, "cube").await;
    browser.close().await;
}

#[tokio::test]
async fn a_whole_game_by_keyboard_alone() {
    let Some(browser) = Browser::start(1280, 900).await else { return };
    let board = Board::start(&[]);
    browser.open(&board.url()).await;
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
    while browser.value("document.querySelector('#flat .legal') !== null").await == true {
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
        if browser.value("document.activeElement.classList.contains('legal')").await == true {
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
async fn take_back_paste_analysis_and_a_killed_engine() {
    let Some(browser) = Browser::start(1280, 900).await else { return };
    let board = Board::start(&[]);
    browser.open(&board.url()).await;
    browser.click("#flat [data-square='222']").await;
    browser.wait("document.querySelectorAll('#list li').length === 2").await;
    browser.click("#back").await;
    browser.wait("document.querySelectorAll('#list li.ahead').length === 2").await;
    assert!(browser.status().await.starts_with("x to move"));
    browser.keys("h").await;
    browser.wait("document.querySelector('.hinted') !== null").await;

    browser.click("#tab-texts").await;
    browser.find("#texts textarea").await.send_keys("xx4o12xo14x4o21o").await.unwrap();
    browser.click("#paste").await;
    browser.wait("document.querySelectorAll('#flat .s1').length === 4").await;
    browser.wait("document.querySelector(\"[data-text='Position']\")?.value === 'xx4o12xo14x4o21o'").await;
    assert_eq!(
        browser
            .value("document.querySelector('#flat [data-square=\"114\"]').className.includes('key1')")
            .await,
        true
    );

    browser.click("#tab-analysis").await;
    browser.click("#analyse").await;
    browser.wait("document.querySelector('#results .thought b')?.textContent === 'wins in 3'").await;
    browser.wait("document.querySelector('#flat .ghost') !== null").await;
    browser.click("#analyse").await;
    assert_eq!(browser.value("document.getElementById('analyse').textContent").await, "Analyse");

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
    let Some(browser) = Browser::start(1280, 900).await else { return };
    let board = Board::start(&[]);
    browser.open(&board.url()).await;
    browser.new_game("gomoku", ["human", "alpha-beta"], "0.2 s").await;
    browser.click("#flat [data-square='h8']").await;
    browser.wait("document.querySelectorAll('#flat .disc').length === 2").await;
    browser.new_game("draughts", ["human", "samuel"], "0.2 s").await;
    browser.click("#flat [data-square='11']").await;
    browser.wait("document.querySelector('#flat .picked') !== null").await;
    browser.click("#flat [data-square='15']").await;
    browser.wait("document.querySelectorAll('#list li').length === 2").await;
    browser.close().await;
}

#[tokio::test]
async fn a_telephone_shows_all_of_every_board() {
    let Some(browser) = Browser::start(390, 844).await else { return };
    let board = Board::start(&[]);
    browser.open(&board.url()).await;
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
