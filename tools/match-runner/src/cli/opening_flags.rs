//! Flags about openings: where they come from, and what is made of them.

use super::{from_here, read_engine};
use crate::settings::{RawMatch, SettingsError};
use clap::Args;

/// The flags.
#[derive(Debug, Args)]
pub(super) struct OpeningFlags {
    /// A file of openings [default: the starting position]
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,
    /// How it is written: lines, epd, pgn, jsonl, offset [default: auto, by the end of its name]
    #[arg(long, value_name = "FORMAT")]
    opening_format: Option<String>,
    /// Order of the openings: sequential, random (by the seed) [default: sequential]
    #[arg(long, value_name = "ORDER")]
    opening_order: Option<String>,
    /// Of each opening its first plies only; needed for pgn and jsonl
    #[arg(long, value_name = "N")]
    opening_plies: Option<u64>,
    /// The opening of that order to begin with [default: 1]
    #[arg(long, value_name = "N")]
    opening_start: Option<u64>,
    /// Images of openings under the symmetries of the board: none, random, all [default: none]
    #[arg(long, value_name = "WHICH")]
    symmetries: Option<String>,
    /// Openings of so many random moves in place of a file
    #[arg(long, value_name = "PLIES")]
    random_openings: Option<u64>,
    /// How many of them [default: as many as are used, 10000 at most]
    #[arg(long, value_name = "N")]
    random_count: Option<u64>,
    /// An engine, under nodes or depth, that has to call openings balanced
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., action = clap::ArgAction::Append)]
    balance: Vec<String>,
    /// How far from 0 its score may be, in its hundredths [default: 50]
    #[arg(long, value_name = "CP")]
    balance_window: Option<u64>,
}

impl OpeningFlags {
    /// Lays what was typed as flags over what the file says.
    pub(super) fn over(&self, raw: &mut RawMatch) -> Result<(), SettingsError> {
        let text = |flag: &Option<String>, setting: &mut Option<String>| {
            if flag.is_some() {
                setting.clone_from(flag);
            }
        };
        text(&self.openings.as_deref().map(from_here), &mut raw.openings);
        text(&self.opening_format, &mut raw.opening_format);
        text(&self.opening_order, &mut raw.opening_order);
        text(&self.symmetries, &mut raw.symmetries);
        raw.opening_plies = self.opening_plies.or(raw.opening_plies);
        raw.opening_start = self.opening_start.or(raw.opening_start);
        raw.random_openings = self.random_openings.or(raw.random_openings);
        raw.random_count = self.random_count.or(raw.random_count);
        raw.balance_window = self.balance_window.or(raw.balance_window);
        if !self.balance.is_empty() {
            raw.balance = Some(read_engine("--balance", self.balance.iter())?);
        }
        Ok(())
    }
}
