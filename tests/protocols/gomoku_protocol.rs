//! Go-Moku through the protocol: what is read for it and when, and searches that are ended at once.

use crate::common::program::given;

#[test]
fn what_the_rules_in_force_can_use_is_read_before_readyok_and_nothing_else() {
    for (strategy, options, opened) in [
        ("victoria", &["Rules value freestyle"][..], &["Freestyle, 15 x 15"][..]),
        ("perfect", &["Rules value standard"], &["Standard, 15 x 15"]),
        ("perfect", &["Rules value swap2-freestyle"], &["Freestyle, 15 x 15"]),
        ("perfect", &["Rules value renju"], &["Renju, 15 x 15"]),
        ("victoria", &["Rules value choice"], &["Renju, 15 x 15"]),
        ("perfect", &["Size value 20"], &["Freestyle, 20 x 20"]),
        ("victoria", &["Size value 10"], &[]),
        ("victoria", &["Victoria.Solution value false"], &[]),
        ("alpha-beta", &[], &[]),
    ] {
        let mut lines =
            format!("setoption name Game value gomoku\nsetoption name Strategy value {strategy}\n");
        options.iter().for_each(|option| lines += &format!("setoption name {option}\n"));
        lines += "isready\n";
        for more in ["quit\n", "position startpos moves\ngo nodes 1\nisready\nquit\n"] {
            let output = given("info", &[], &format!("{lines}{more}"));
            let log = String::from_utf8(output.stderr).unwrap();
            let read: Vec<&str> = log
                .lines()
                .filter_map(|line| line.split_once("read the certificate of Go-Moku, "))
                .filter_map(|(_, rest)| rest.split(':').next())
                .collect();
            assert_eq!(read, opened, "{strategy} {options:?} {more}: {log}");
            assert!(String::from_utf8(output.stdout).unwrap().contains("readyok"));
        }
    }
}

#[test]
fn quit_in_the_same_write_as_go_infinite_leaves_its_bestmove() {
    for strategy in ["victoria", "perfect", "alpha-beta"] {
        for round in 0..20 {
            let moves = ["", "moves h8", "moves h8 i9", "moves h8 i9 h9 i8"][round % 4];
            let lines = format!(
                "setoption name Game value gomoku\nsetoption name Strategy value {strategy}\n\
                 position startpos {moves}\ngo infinite\nquit\n"
            );
            let said = String::from_utf8(given("info", &[], &lines).stdout).unwrap();
            assert_eq!(said.matches("bestmove ").count(), 1, "{strategy} {moves}: {said}");
        }
    }
}
