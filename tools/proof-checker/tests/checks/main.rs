//! The checker from outside: what it accepts, what it refuses, and that it shares nothing with what it checks.

mod damaged;
mod gomoku;
mod independence;
mod patashnik;
mod refusals;
mod renju;
mod support;

#[test]
fn its_man_page_and_completions_are_written() {
    for kind in ["man", "complete-bash", "complete-zsh", "complete-fish", "complete-powershell"] {
        let said =
            assert_cmd::Command::cargo_bin("fourscore-proof").unwrap().args(["--generate", kind]).unwrap();
        // A man page escapes its hyphens.
        let text = String::from_utf8(said.stdout).unwrap().replace('\\', "");
        assert!(text.contains("every-reply"), "{kind}");
    }
}
