//! A puzzle in a real browser, solved to its end with the help of another page.

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
        helper.paste(position.as_str().unwrap(), "coordinates").await;
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
