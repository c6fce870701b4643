//! The documents keep to what is there: every link leads to a file, every command that they print is one that the program knows, with
//! its flags and options; those of README and the guide run, shorter where they are long; and there are not too many words.

#[path = "common/mod.rs"]
mod common;

use common::program::{given, says};
use std::collections::BTreeMap;
use std::fs;
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

/// The table of certificates: each row's bytes and entries are its file's.
#[test]
fn certificates_are_as_large_as_is_said() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/research/solved.md")).unwrap();
    let rows = page.lines().filter(|line| line.contains("| `data/"));
    let mut seen = Vec::new();
    for cells in rows.map(|row| row.split('|').map(str::trim).collect::<Vec<_>>()) {
        let file = cells[2].trim_matches('`');
        let bytes = fs::read(root.join(file)).unwrap();
        let head = bytes.split(|&byte| byte == b'\n').nth(5).unwrap();
        let entries = String::from_utf8(head.to_vec()).unwrap();
        let said = [cells[3], cells[4]].map(|number| number.replace(',', ""));
        assert_eq!(said[0], bytes.len().to_string(), "{file}");
        assert_eq!(format!("entries {}", said[1]), entries, "{file}");
        seen.push(file.to_owned());
    }
    for folder in ["data/qubic", "data/gomoku"] {
        for path in fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.strip_prefix(root).unwrap().display().to_string();
            assert!(!name.ends_with(".proof") || seen.contains(&name), "{name} is not told");
        }
    }
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
    let options = says(".".as_ref(), &["options"], 0, &[]);
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
        says(".".as_ref(), &["--generate", kind], 0, &["self-play", "diagram"]);
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
        let words: Vec<_> = command.strip_prefix("$ fourscore ").unwrap().split(' ').collect();
        let said = given("error", &words, &typed).stdout;
        assert_eq!(String::from_utf8(said).unwrap(), shown, "{}", path.display());
    }
}

/// Words, which have a letter or a digit, without the parts that tests of `fourscore-lab` generate: an index of items, an item's table.
fn words(text: &str) -> usize {
    let marks = ["<!-- items", "<!-- table:"];
    let parts = marks.iter().filter_map(|mark| text.split_once(mark));
    let (own, rest) = parts.min_by_key(|(own, _)| own.len()).unwrap_or((text, ""));
    let after = rest.split_once("<!-- /").and_then(|(_, end)| end.split_once("-->"));
    let count = own.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count();
    count + after.map_or(0, |(_, after)| words(after))
}

#[test]
fn words_are_few() {
    assert_eq!(
        words("a | b\n<!-- items -->\n1 2 3\n<!-- /items -->\nc <!-- table: x -->4<!-- /table -->\nd"),
        4
    );
    let count = |part: &str| -> usize {
        let all = documents().into_iter().filter(|(path, _)| path.to_string_lossy().contains(part));
        all.map(|(_, text)| words(&text)).sum()
    };
    let (readme, docs) = (count("README.md") - count("docs/README.md"), count("/docs/"));
    assert!(readme <= 700 && docs < 25_000, "README {readme}, docs {docs}");
}

/// The fenced blocks of shell commands in a text, each with the paragraphs around it.
#[cfg(unix)]
fn blocks(text: &str) -> Vec<(String, String)> {
    let parts: Vec<_> = text.split("```").collect();
    let fenced = parts.windows(3).step_by(2).filter_map(|around| {
        let commands = around[1].strip_prefix("sh\n")?;
        let before = around[0].trim_end().rsplit("\n\n").next().unwrap_or_default();
        let after = around[2].trim_start().split("\n\n").next().unwrap_or_default();
        Some((commands.replace("\\\n", " "), format!("{before} {commands} {after}")))
    });
    fenced.collect()
}

/// The commands of README and the guide run as they are printed, in a folder that looks like a clone; what is long is made
/// shorter by `shorter.sed` and says beside it how long it takes; `stand-ins.sh` has what cannot run here.
#[cfg(unix)]
#[test]
fn commands_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let programs = Path::new(env!("CARGO_BIN_EXE_fourscore")).parent().unwrap();
    if ["fourscore-match", "fourscore-proof", "fourscore-board", "connect-four"]
        .iter()
        .any(|tool| !programs.join(tool).exists())
    {
        return eprintln!("SKIPPED: the tools are not built (cargo test --workspace builds them)");
    }
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let run = |folder: &Path, words: &[&str]| {
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).current_dir(folder).env("PATH", &path).stdin(Stdio::null());
        let said = command.output().unwrap();
        (said.status.success(), String::from_utf8_lossy(&[said.stdout, said.stderr].concat()).into_owned())
    };
    let with = |name: &str| root.join("tests/data/docs").join(name).display().to_string();
    let (mut wrong, mut seen) = (Vec::new(), std::collections::BTreeSet::new());
    let folder = tempfile::tempdir().unwrap();
    for name in ["data", "matches", "tools", "Cargo.toml"] {
        std::os::unix::fs::symlink(root.join(name), folder.path().join(name)).unwrap();
    }
    fs::copy(root.join("match.toml"), folder.path().join("match.toml")).unwrap();
    let read = |path: &Path| path.parent().unwrap().ends_with("guide") || path == root.join("README.md");
    for (page, text) in documents().into_iter().filter(|(path, _)| read(path)) {
        for (commands, around) in blocks(&text) {
            for line in commands.lines().filter(|line| !line.is_empty()) {
                fs::write(folder.path().join("printed"), line).unwrap();
                let (_, shorter) = run(folder.path(), &["sed", "-E", "-f", &with("shorter.sed"), "printed"]);
                let told = ["second", "minute", "hour"].iter().any(|word| around.contains(word));
                if (shorter.trim_end() != line || line.starts_with("cargo")) && !told {
                    wrong.push(format!("{}: {line}: how long does it take?", page.display()));
                }
                if !seen.insert(line.split(" #").next().map(|typed| typed.trim().to_owned())) {
                    continue;
                }
                let script = format!(". '{}'\n{shorter}\n", with("stand-ins.sh"));
                let (well, said) = run(folder.path(), &["bash", "-c", &script]);
                if !well {
                    wrong.push(format!("{}: {line}: {said}", page.display()));
                }
            }
        }
    }
    assert!(seen.len() > 50, "{seen:?}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
