//! Not tests, but made like them: the pictures of the README, and what docs/guide/board.md says of speed. `scripts/pictures.sh`
//! runs them.

use crate::common::browser::Browser;
use std::path::PathBuf;

fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/board");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Opens a game that comes along, goes to the position after so many plies, and has two engines look at it.
async fn look_on(browser: &Browser, sample: usize, plies: usize) {
    browser.click("#tab-games").await;
    browser.click(&format!("[data-sample='{sample}']")).await;
    browser
        .wait("document.querySelectorAll('#list li').length > 20 && !document.getElementById('work').hidden")
        .await;
    browser.value("document.querySelector('#work .stop-work').click() || 1").await;
    browser.wait("document.getElementById('work').hidden").await;
    browser.click("#tab-analysis").await;
    browser
        .value(&format!("document.querySelectorAll('#list li button:first-child')[{}].click()", plies - 1))
        .await;
    browser.click("#analyse").await;
    browser.wait("document.querySelectorAll('#results section').length === 2").await;
    tokio::time::sleep(std::time::Duration::from_secs(3)).await;
}

#[tokio::test]
#[ignore = "writes pictures into the repository"]
async fn pictures_of_each_game() {
    let Some((browser, _board)) = Browser::at_board(1280, 940, &[]).await else { return };
    let folder = folder();
    // A game of the thesis, commented, with an engine that looks on.
    browser.click("#tab-games").await;
    browser.click("[data-sample='0']").await;
    browser.click("#tab-moves").await;
    browser.wait("document.querySelectorAll('#list .comment').length === 19").await;
    browser.wait("document.getElementById('work').hidden").await;
    browser.value("document.querySelectorAll('#list li button:first-child')[15].click()").await;
    browser.wait("document.querySelectorAll('#list li')[15].classList.contains('here')").await;
    browser.picture(&folder.join("qubic.png")).await;
    browser.click("#last").await;
    browser.click("[data-view=cube]").await;
    browser.click("#theme").await;
    browser.wait("document.querySelectorAll('#cube .m-row').length === 4").await;
    browser.picture(&folder.join("cube.png")).await;
    browser.click("[data-view=both]").await;
    browser.click("#theme").await;

    browser.new_game("gomoku", ["human", "human"], "").await;
    look_on(&browser, 8, 12).await;
    browser.picture(&folder.join("gomoku.png")).await;
    browser.click("#analyse").await;

    browser.new_game("draughts", ["human", "human"], "").await;
    look_on(&browser, 16, 30).await;
    browser.picture(&folder.join("draughts.png")).await;
    browser.close().await;
}

#[tokio::test]
#[ignore = "writes pictures into the repository"]
async fn pictures_of_reasons_and_lessons() {
    let Some((browser, board)) = Browser::at_board(1280, 800, &[]).await else { return };
    let link = format!("{}#game=gomoku&moves=h8+h9+i8+a1+h7+a15+i9+o15", board.url());
    browser.open(&link).await;
    browser.wait("document.querySelectorAll('#flat .disc').length === 8").await;
    browser.click("#tab-analysis").await;
    browser.find("#asker").await.select_by_value("fourscore|victoria").await.unwrap();
    browser.click("#ask-why").await;
    browser.wait("document.querySelectorAll('#flat .step').length === 5").await;
    browser.picture(&folder().join("why.png")).await;
    browser.click("#games [data-game=qubic]").await;
    browser.wait("document.documentElement.dataset.game === 'qubic'").await;
    browser.click("[data-view=layers]").await;
    browser.click("#tab-teaching").await;
    browser.click("#teach-by-playing").await;
    for (number, square) in ["111", "141", "411", "121", "321", "221", "331", "311", "211"].iter().enumerate()
    {
        browser
            .wait(&format!(
                "document.querySelectorAll('#list li').length === {} && document.querySelector('#flat .m-legal') !== null",
                2 * number
            ))
            .await;
        browser.click(&format!("#flat [data-square='{square}']")).await;
    }
    browser.wait("document.querySelector('#lesson .told') !== null").await;
    browser.click("#lesson .lesson").await;
    browser.wait("document.querySelectorAll('#flat .m-pattern').length > 10").await;
    browser.picture(&folder().join("lesson.png")).await;
    browser.close().await;
}

#[tokio::test]
#[ignore = "writes pictures into the repository"]
async fn pictures_of_a_telephone_and_a_puzzle() {
    let Some((browser, _board)) = Browser::at_board(390, 844, &[]).await else { return };
    browser.click("#tab-puzzles").await;
    // Always the same one.
    browser.value("(Math.random = () => 0.618) && 1").await;
    browser.click("#another").await;
    browser.wait("document.querySelector('#puzzle .verdict') !== null").await;
    browser.value("scrollTo(0, 0)").await;
    browser.picture(&folder().join("telephone.png")).await;
    browser.close().await;
}

#[tokio::test]
#[ignore = "measures"]
async fn speed() {
    let Some((browser, board)) = Browser::at_board(1280, 940, &[]).await else { return };
    let mut ready = Vec::new();
    for opening in 0..5 {
        if opening > 0 {
            browser.open(&board.url()).await;
        }
        browser.wait("window.ready > 0").await;
        ready.push(browser.value("Math.round(window.ready)").await.as_u64().unwrap());
    }
    eprintln!("milliseconds from opening the page to a board that can be played on: {ready:?}");
    browser.click("[data-view=cube]").await;
    browser.wait("window.cube?.azimuth !== undefined").await;
    let script = "const done = arguments[0]; cube.measure(30).then(done);";
    let done = browser.window.execute_async(script, Vec::new()).await.unwrap();
    eprintln!("while the cube turns, drawn by the processor: {done}");
    browser.close().await;
}

#[tokio::test]
#[ignore = "measures"]
async fn memory_of_the_page_over_a_hundred_games() {
    let Some((browser, _board)) = Browser::at_board(1280, 800, &[]).await else { return };
    let mut held = Vec::new();
    for number in 1..=100 {
        browser.choose_game("qubic").await;
        for player in [1, 2] {
            let who = browser.find(&format!("#seat{player}")).await;
            who.select_by_value("fourscore|random").await.unwrap();
        }
        // The last game's end must not pass for this one's.
        browser.value("(document.getElementById('status').textContent = '') || 1").await;
        browser.click("#begin").await;
        browser.wait("/wins|draw/.test(document.getElementById('status').textContent)").await;
        if number == 1 || number % 20 == 0 {
            let script = "gc(); gc(); return performance.memory.usedJSHeapSize + ' ' + document.querySelectorAll('*').length;";
            held.push(browser.window.execute(script, Vec::new()).await.unwrap());
        }
    }
    eprintln!("bytes of script and elements held after 1, 20, 40, 60, 80, 100 games: {held:?}");
    browser.close().await;
}
