//! The page in a real browser, in stories that take several steps: a puzzle solved to its end, the games that come along with their
//! comments, an opening in which colours change hands.

use crate::common;
use crate::common::browser::Browser;
use crate::common::chosen;
use serde_json::json;

/// What the page says of its puzzle.
async fn verdict(browser: &Browser) -> String {
    let text = browser.value("document.querySelector('#puzzle .verdict')?.textContent ?? ''").await;
    text.as_str().unwrap().to_owned()
}

/// Plays a move of a puzzle, and waits until it has been judged.
async fn try_move(browser: &Browser, square: &str) -> String {
    let before = verdict(browser).await;
    browser.click(&format!("#flat [data-square='{square}']")).await;
    let after = format!("document.querySelector('#puzzle .verdict').textContent !== {}", json!(before));
    browser.wait(&format!("{after} && document.getElementById('work').hidden")).await;
    verdict(browser).await
}

#[tokio::test]
async fn a_puzzle_of_go_moku_is_solved_to_its_end() {
    let Some((browser, board)) = Browser::at_board(1280, 900, &[]).await else { return };
    browser.click("#tab-puzzles").await;
    browser.find("#puzzle-game").await.select_by_value("gomoku").await.unwrap();
    browser.find("#level").await.select_by_value("1").await.unwrap();
    // Always the same one.
    browser.value("(Math.random = () => 0.618) && 1").await;
    browser.click("#another").await;
    browser.wait("document.querySelector('#puzzle .verdict') !== null").await;
    let stones = "document.querySelectorAll('#flat .disc').length";
    let at_first = browser.value(stones).await;
    assert!(verdict(&browser).await.contains("to move and force a win"));
    // A move at the edge has nothing to do with it.
    let edge = browser.value("document.querySelector('#flat .m-legal').dataset.square").await;
    assert!(try_move(&browser, edge.as_str().unwrap()).await.starts_with("Not the way."));
    browser.click("#back").await;
    browser.wait(&format!("{stones} === {at_first}")).await;
    // Somebody else, who sees the same position, is asked for moves.
    let mut helper = board.open().await;
    helper.begin("gomoku", [common::human(), common::human()]).await;
    for solved in 0..20 {
        // The text may still be that of the position before.
        browser.click("#tab-texts").await;
        let text = "(document.querySelector(\"[data-text='Position']\")?.value ?? '')";
        let number = format!("({text}.split(':')[0].match(/[xo]/g) ?? []).length");
        browser.wait(&format!("{number} === {stones}")).await;
        let position = browser.value(text).await;
        helper.send("paste", json!({ "text": position, "notation": "coordinates" })).await;
        helper.state().await;
        helper.send("hint", json!({ "asked": chosen("victoria", json!({ "nodes": 20_000 })) })).await;
        let m = helper.until("hint").await["m"].as_str().unwrap().to_owned();
        let said = try_move(&browser, &m).await;
        if said.starts_with("Solved") {
            assert_eq!(said, "Solved: five in a row.");
            assert!(solved > 0, "it takes more than one move");
            assert!(browser.status().await.ends_with("wins."), "{}", browser.status().await);
            browser.wait("document.querySelectorAll('#flat .m-row').length >= 5").await;
            return browser.close().await;
        }
        assert!(said.starts_with("Right: it wins"), "{m}: {said}");
        if solved == 0 {
            // To take back is to take back one's own move, with its answer.
            browser.wait(&format!("{stones} === {at_first} + 2")).await;
            browser.click("#back").await;
            browser.wait(&format!("{stones} === {at_first}")).await;
            assert!(try_move(&browser, &m).await.starts_with("Right: it wins"));
        }
    }
    panic!("it is not solved: {}", verdict(&browser).await);
}

#[tokio::test]
async fn games_that_come_along_are_stepped_through_with_comments() {
    let Some((browser, _board)) = Browser::at_board(1280, 900, &[]).await else { return };
    // One of each kind: the thesis of 1972, the program of 1965, the Olympiad of 1992, Samuel's of 1959.
    for (id, plies, who) in [(0, 19, "score-four"), (6, 0, ""), (8, 0, "victoria"), (18, 62, "samuel")] {
        browser.click("#tab-games").await;
        let title = format!("document.querySelector(\"[data-sample='{id}']\").textContent");
        browser.click(&format!("[data-sample='{id}']")).await;
        browser.wait(&format!("document.getElementById('title').textContent.startsWith({title})")).await;
        browser.click("#tab-moves").await;
        let all = "[...document.querySelectorAll('#list li')]";
        browser
            .wait(&format!("{all}.length >= 15 && {all}.every(row => row.querySelector('.comment'))"))
            .await;
        browser.wait("document.getElementById('work').hidden").await;
        let rows = browser.value(&format!("{all}.length")).await.as_u64().unwrap();
        assert!(plies == 0 || plies == rows, "game {id} has {rows} plies");
        let by = format!("{all}.every(row => row.querySelector('.comment').textContent.includes('{who}'))");
        assert_eq!(browser.value(&by).await, true, "game {id}");
        for ply in 1..=rows {
            browser.click("#next").await;
            browser
                .wait(&format!("{all}.findIndex(row => row.classList.contains('here')) === {}", ply - 1))
                .await;
        }
        assert_eq!(browser.value("document.getElementById('next').disabled").await, true);
        if id < 8 {
            assert!(!browser.status().await.contains("to move"), "games of Qubic are whole");
        }
    }
    browser.close().await;
}

#[tokio::test]
async fn colours_that_change_hands_are_told_rightly() {
    let Some((browser, _board)) = Browser::at_board(1280, 900, &[]).await else { return };
    browser.choose_game("gomoku").await;
    browser.find("#seat2").await.select_by_value("human").await.unwrap();
    browser.find("#rules").await.select_by_value("swap2").await.unwrap();
    browser.click("#begin").await;
    let said = async |text: &str| {
        let ends = format!("document.getElementById('status').textContent.endsWith({})", json!(text));
        browser.wait(&ends).await;
    };
    said("Player one places a black stone.").await;
    for (square, text) in [
        ("h8", "Black: h8. Player one places a white stone."),
        ("i9", "White: i9. Player one places a black stone."),
        ("j10", "Black: j10. Player two chooses."),
    ] {
        browser.click(&format!("#flat [data-square='{square}']")).await;
        said(text).await;
    }
    browser.click("#choices button").await;
    said("Player two: swap. White to move.").await;
    let names = "[...document.querySelectorAll('.player b')].map(name => name.textContent)";
    assert_eq!(browser.value(names).await, json!(["White", "Black"]));
    browser.click("#flat [data-square='k11']").await;
    said("White: k11. Black to move.").await;
    let rows = "[...document.querySelectorAll('#list li')].map(row => row.classList[0])";
    assert_eq!(browser.value(rows).await, json!(["p1", "p2", "p1", "p0", "p2"]));
    browser.close().await;
}
