use super::*;
use serde::Deserialize;
use std::fs;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Note<const BY_HAND: bool>(String);

impl<const BY_HAND: bool> Content for Note<BY_HAND> {
    const BY_HAND: bool = BY_HAND;

    fn check(&self) -> Result<(), String> {
        if self.0 == "bad" { Err("it is bad".to_owned()) } else { Ok(()) }
    }
}

fn note(text: &str) -> Note<false> {
    Note(text.to_owned())
}

/// A path in a fresh directory, which goes with the value.
fn place() -> (tempfile::TempDir, String) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("memory.txt").to_str().unwrap().to_owned();
    (directory, path)
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Number(f64);

impl Content for Number {}

#[test]
fn what_could_not_be_read_again_is_not_written() {
    let (_directory, path) = place();
    let (mut memory, _) = Memory::open(&path, "qubic", "test");
    memory.save(&Number(0.1)).unwrap();
    for number in [f64::NAN, f64::INFINITY] {
        memory.save(&Number(number)).unwrap_err();
    }
    assert_eq!(memory.load::<Number>().unwrap(), Some(Number(0.1)));
}

#[test]
fn the_second_process_reads_and_is_told() {
    let (_directory, path) = place();
    let (mut first, _) = Memory::open(&path, "qubic", "test");
    first.save(&note("x")).unwrap();
    let (mut second, warning) = Memory::open(&path, "qubic", "test");
    assert!(warning.unwrap().to_string().contains("by another process"));
    assert_eq!(second.load().unwrap(), Some(note("x")));
    assert!(matches!(second.save(&note("y")), Err(MemoryError::NotWritable)));
}

#[test]
fn foreign_and_damaged_files_are_refused_and_kept() {
    let (_directory, path) = place();
    let other_owner = "fourscore-memory qubic other 1\nx";
    let [earlier, later] = [1, 3].map(|version| format!("fourscore-memory qubic test {version}\n\"x\""));
    for text in ["", "no newline", "something else\nx", other_owner, &earlier, &later, "fourscore-memo\n"] {
        fs::write(&path, text).unwrap();
        let (mut memory, _) = Memory::open(&path, "qubic", "test");
        let error = memory.load::<Note<true>>().unwrap_err();
        assert!(matches!(error, MemoryError::Foreign(..)), "{text:?}");
        let versions = |version: u32| {
            format!("is 'fourscore-memory qubic test {version}', not 'fourscore-memory qubic test 2'")
        };
        assert_eq!(error.to_string().contains(&versions(1)), text == earlier, "{error}");
        assert_eq!(error.to_string().contains(&versions(3)), text == later, "{error}");
        assert!(memory.save(&note("mine")).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    fs::write(&path, [0xff, 0xfe, 0]).unwrap();
    let (mut memory, _) = Memory::open(&path, "qubic", "test");
    assert!(memory.save(&note("mine")).is_err());
    assert_eq!(fs::read(&path).unwrap(), [0xff, 0xfe, 0]);
}

#[test]
fn files_written_by_hand_may_lack_the_checksum() {
    let (_directory, path) = place();
    let (mut memory, _) = Memory::open(&path, "qubic", "test");
    for text in ["", "x", "x\n\n", "a\nchecksum 00000000\n", "bad"] {
        memory.save(&note(text)).unwrap();
        let read = memory.load().map_err(|error| error.to_string());
        assert_eq!(read.is_err(), text == "bad");
        assert!(read.is_err() || read == Ok(Some(note(text))));
    }
    let (head, body) = ("fourscore-memory qubic test 2\n", "\"a\\nb\\n\"");
    fs::write(&path, format!("{head}{}", sealed(body))).unwrap();
    assert_eq!(memory.load().unwrap(), Some(note("a\nb\n")));
    fs::write(&path, format!("{head}{body}")).unwrap();
    assert_eq!(memory.load().unwrap(), Some(Note::<true>("a\nb\n".to_owned())));
    let words = |memory: &Memory| memory.load::<Note<false>>().unwrap_err().to_string();
    assert!(words(&memory).contains("checksum is missing"));
    fs::write(&path, format!("{head}{}", sealed(body).replace('b', "c"))).unwrap();
    assert!(words(&memory).contains("checksum is wrong") && memory.save(&note("mine")).is_err());
    fs::write(&path, format!("{head}{}", sealed("\n7"))).unwrap();
    let words = words(&memory);
    assert!(words.contains("it is damaged in line 3, column ") && words.contains("left as it is"), "{words}");
}

/// The names in the directory of this path.
fn beside(path: &str) -> Vec<String> {
    let entries = fs::read_dir(Path::new(path).parent().unwrap()).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn nothing_is_put_beside_a_foreign_file_and_it_is_not_quoted() {
    for contents in ["private words\nx", "fourscore-memory of some private words\nx", "\0private", ""] {
        let (_directory, path) = place();
        fs::write(&path, contents).unwrap();
        let (memory, warning) = Memory::open(&path, "qubic", "test");
        assert!(warning.is_none() && !memory.is_writable());
        let words = memory.load::<Note<false>>().unwrap_err().to_string();
        assert!(
            words.contains("is not 'fourscore-memory qubic test 2'") && !words.contains("private"),
            "{words}"
        );
        assert_eq!(beside(&path), ["memory.txt"]);
    }
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused_at_once() {
    let (directory, path) = place();
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    for path in [path.as_str(), "/dev/zero", directory.path().to_str().unwrap()] {
        let (mut memory, _) = Memory::open(path, "qubic", "test");
        assert!(memory.load::<Note<false>>().unwrap_err().to_string().contains("not a regular file"));
        assert!(memory.save(&note("x")).is_err());
    }
    assert_eq!(beside(&path), ["memory.txt"]);
    // Nor is a pipe in the place of the lock waited for.
    let (_directory, path) = place();
    assert!(std::process::Command::new("mkfifo").arg(format!("{path}.lock")).status().unwrap().success());
    let (_, warning) = Memory::open(&path, "qubic", "test");
    assert!(warning.unwrap().to_string().contains("not a regular file"));
}

#[cfg(unix)]
#[test]
fn a_file_has_one_writer_whatever_it_is_called() {
    let (directory, path) = place();
    let link = directory.path().join("link");
    std::os::unix::fs::symlink("memory.txt", &link).unwrap();
    let (mut first, warning) = Memory::open(link.to_str().unwrap(), "qubic", "test");
    assert!(warning.is_none());
    // It is the same before the file is there and after.
    for _ in 0..2 {
        let (second, warning) = Memory::open(&path, "qubic", "test");
        assert!(!second.is_writable());
        assert!(warning.unwrap().to_string().contains("by another process"));
        first.save(&note("x")).unwrap();
    }
}

#[test]
fn nothing_is_remembered_without_a_path() {
    let (mut memory, warning) = Memory::open("", "qubic", "test");
    assert!(warning.is_none() && memory.path().is_none());
    assert!(memory.load::<Note<false>>().unwrap().is_none());
    assert!(memory.save(&note("x")).is_err());
    let (_, warning) = Memory::open("/nowhere/at/all", "qubic", "test");
    assert!(warning.unwrap().warning().ends_with("there is no directory /nowhere/at): reading only"));
}
