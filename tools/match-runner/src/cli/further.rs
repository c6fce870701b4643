//! Flags about the format of a tournament and about how a match is interrupted, resumed and divided.

use crate::settings::RawMatch;
use clap::Args;

/// The flags.
#[derive(Debug, Args)]
pub(super) struct FormatFlags {
    /// Knockout: openings that an even encounter is prolonged by at most [default: 10]
    #[arg(long, value_name = "N")]
    tie_breaks: Option<u64>,
    /// Go on with an earlier run of this match at --results, if there is one
    #[arg(long)]
    resume: bool,
    /// Play one part only: I/N, slurm, slurm/N, parallel/N, kubernetes/N (see SEVERAL MACHINES)
    #[arg(long, value_name = "PART")]
    shard: Option<String>,
    /// Print the schedule, and play nothing
    #[arg(long)]
    pub(super) dry_run: bool,
}

impl FormatFlags {
    /// Lays what was typed as flags over what the file says.
    pub(super) fn over(&self, raw: &mut RawMatch) {
        raw.tie_breaks = self.tie_breaks.or(raw.tie_breaks);
        raw.resume = self.resume.then_some(true).or(raw.resume);
        raw.shard = self.shard.clone().or_else(|| raw.shard.take());
    }
}
