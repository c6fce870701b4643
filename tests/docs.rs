//! The documents keep to what is there: every link leads to a file, every command that they print is one that the program knows, with
//! its flags and options.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// README and all of docs/, each with its text.
fn documents() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root.join(name)).to_vec();
    for folder in ["docs", "docs/guide", "docs/papers", "docs/research"] {
        let files = fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        paths.extend(files.filter(|path| path.extension().is_some_and(|end| end == "md")));
    }
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn links_lead_to_files() {
    let mut broken = Vec::new();
    for (path, text) in documents() {
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap_or_default();
            if !link.starts_with("http") && !path.parent().unwrap().join(file).exists() {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

/// The words of each call of `fourscore` in the fenced blocks of a text; lines that a backslash continues are one.
fn calls(text: &str) -> Vec<Vec<String>> {
    let fenced = text
        .split("```")
        .skip(1)
        .step_by(2)
        .filter(|block| block.starts_with("sh") || block.starts_with("text"));
    let lines = fenced.flat_map(|block| {
        block
            .replace("\\\n", " ")
            .lines()
            .map(|line| line.trim_start_matches("$ ").to_owned())
            .collect::<Vec<_>>()
    });
    let parts = lines.flat_map(|line| {
        let typed = line.split(" #").next().unwrap_or_default();
        typed.replace("&&", "|").split('|').map(|part| part.trim().to_owned()).collect::<Vec<_>>()
    });
    let words = |part: String| {
        let call =
            part.strip_prefix("fourscore ").or_else(|| part.strip_prefix("cargo run --release -- "))?;
        Some(call.split_whitespace().map(str::to_owned).collect())
    };
    parts.filter_map(words).collect()
}

/// What the program says of a command, asked once each; none if there is no such command.
#[derive(Default)]
struct Helps(BTreeMap<Vec<String>, Option<String>>);

impl Helps {
    fn of(&mut self, command: &[String]) -> Option<String> {
        let ask = || {
            let said =
                Command::new(env!("CARGO_BIN_EXE_fourscore")).args(command).arg("--help").output().unwrap();
            said.status.success().then(|| String::from_utf8(said.stdout).unwrap())
        };
        self.0.entry(command.to_vec()).or_insert_with(ask).clone()
    }

    /// What is wrong with a call, in words.
    fn complaint(&mut self, call: &[String], options: &str) -> Option<String> {
        let mut command = Vec::new();
        let mut help = self.of(&command)?;
        for word in call.iter().take_while(|word| !word.starts_with('-')) {
            if !help.contains("\nCommands:") {
                break;
            }
            command.push(word.clone());
            match self.of(&command) {
                Some(next) => help = next,
                None => return Some(format!("no command {command:?}")),
            }
        }
        let flags =
            call.iter().filter_map(|word| word.strip_prefix("--")).filter_map(|flag| flag.split('=').next());
        let unknown = flags.into_iter().find(|flag| {
            !help
                .split(|c: char| !c.is_alphanumeric() && c != '-')
                .any(|word| word.strip_prefix("--") == Some(flag))
        });
        let set = call.windows(2).filter(|pair| pair[0].ends_with("-option") || pair[0] == "--option");
        let mut names = set.filter_map(|pair| pair[1].split('=').next());
        let wrong = names.find(|name| !options.split_whitespace().any(|word| word == *name));
        unknown.map(|flag| format!("no --{flag}")).or_else(|| wrong.map(|name| format!("no option {name}")))
    }
}

#[test]
fn commands_are_known() {
    let said = Command::new(env!("CARGO_BIN_EXE_fourscore")).arg("options").output().unwrap();
    let options = String::from_utf8(said.stdout).unwrap();
    let (mut helps, mut seen, mut wrong) = (Helps::default(), 0, Vec::new());
    for (path, text) in documents() {
        for call in calls(&text) {
            seen += 1;
            if let Some(complaint) = helps.complaint(&call, &options) {
                wrong.push(format!("{}: {}: {complaint}", path.display(), call.join(" ")));
            }
        }
    }
    assert!(seen > 30, "{seen} calls found");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn man_pages_and_completions_are_written() {
    for kind in ["man", "complete-bash", "complete-zsh", "complete-fish", "complete-powershell"] {
        let said = Command::new(env!("CARGO_BIN_EXE_fourscore")).args(["--generate", kind]).output().unwrap();
        let text = String::from_utf8(said.stdout).unwrap();
        assert!(
            said.status.success() && ["self-play", "diagram"].iter().all(|word| text.contains(word)),
            "{kind}"
        );
    }
}

#[test]
fn recorded_games_are_what_is_shown_today() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/guide/games");
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let record = fs::read_to_string(&path).unwrap();
        let (command, shown) = record.split_once('\n').unwrap();
        let prompts = ["your move> ", "new, undo, save or quit> "];
        let typed =
            shown.lines().filter_map(|line| prompts.iter().find_map(|prompt| line.strip_prefix(prompt)));
        let typed: String = typed.map(|line| format!("{line}\n")).collect();
        let mut play = Command::new(env!("CARGO_BIN_EXE_fourscore"));
        play.args(command.strip_prefix("$ fourscore ").unwrap().split(' '));
        let mut play = play.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        play.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
        let said = String::from_utf8(play.wait_with_output().unwrap().stdout).unwrap();
        assert_eq!(said, shown, "{}", path.display());
    }
}
