#!/usr/bin/env bash
# Plays a match as an array of Slurm jobs, one part in each, and merges the parts behind them:
#
#     sbatch --array=1-16 slurm-array.sh match.toml results/match
#
# The first argument is the match, the second the path of its results, in a folder that all nodes see. The array must
# begin at 1. Parts that were cancelled or killed go on where they stopped when the same command is given again; the
# last part to end merges. MATCH_RUNNER names the program if it is not in PATH.
#SBATCH --job-name=match
#SBATCH --cpus-per-task=2
#SBATCH --time=04:00:00
#SBATCH --requeue
set -euo pipefail

match=${1:?usage: sbatch --array=1-N $0 MATCH.toml RESULTS}
results=${2:?usage: sbatch --array=1-N $0 MATCH.toml RESULTS}
runner=${MATCH_RUNNER:-fourscore-match}
parts=${PARTS:-$SLURM_ARRAY_TASK_COUNT}

"$runner" "$match" --results "$results" --shard "slurm/$parts" --resume --quiet \
    --concurrency "${SLURM_CPUS_PER_TASK:-1}"

# Only the last part finds all the others complete; the rest are told what is missing, and that is no failure.
"$runner" merge --results "$results" "$results".*-of-"$parts".state || true
