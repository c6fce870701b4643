#!/usr/bin/env bash
# Plays a match in parts with GNU parallel, on this machine or over ssh on others, and merges the parts:
#
#     parallel-ssh.sh 8 match.toml results/match                      # 8 parts on this machine
#     parallel-ssh.sh 8 match.toml results/match 4/node1,4/node2      # four at a time on each of two others
#
# The other machines need the runner, the engines and the openings where this one has them (a shared folder, or the
# same paths), and the results in a shared folder; without one, copy RESULTS.*-of-N.* together and merge by hand. The
# same command given again goes on where it stopped. MATCH_RUNNER names the program if it is not in PATH.
set -euo pipefail

usage="usage: $0 PARTS MATCH.toml RESULTS [N/HOST,...]"
parts=${1:?$usage}
match=$(realpath "${2:?$usage}")
results=$(realpath -m "${3:?$usage}")
hosts=${4:+--sshlogin $4 --workdir $PWD}
runner=${MATCH_RUNNER:-fourscore-match}

# The number of the part is given as an argument, because PARALLEL_SEQ does not travel over every ssh.
# shellcheck disable=SC2086
seq "$parts" | parallel -q ${hosts:-} --halt soon,fail=1 \
    "$runner" "$match" --results "$results" --shard "{}/$parts" --resume --quiet > /dev/null

"$runner" merge --results "$results" "$results".*-of-"$parts".state
