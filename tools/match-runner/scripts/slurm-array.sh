#!/usr/bin/env bash
# Runs a command as an array of Slurm jobs, with %I for the number of the part and %N for how many there are:
#
#     sbatch --array=1-16 slurm-array.sh fourscore-match match.toml --results results/match --shard %I/%N --resume -q
#
# The array must begin at 1. A part whose node fails is given to another one. To run some parts again, give the array only
# their numbers, and the whole count in PARTS: PARTS=16 sbatch --array=3,7 ... docs/guide/clusters.md has the rest.
#SBATCH --cpus-per-task=2
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail

usage="usage: sbatch --array=1-N $0 COMMAND... with %I and %N"
part=${SLURM_ARRAY_TASK_ID:?$usage}
parts=${PARTS:-$SLURM_ARRAY_TASK_COUNT}
command=()
for word in "${@:?$usage}"; do
    word=${word//%I/$part}
    command+=("${word//%N/$parts}")
done
exec "${command[@]}"
