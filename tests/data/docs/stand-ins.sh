#!/usr/bin/env bash
# What stands in, when tests/docs.rs runs the commands of README and the guide, for builds, servers, and programs of others.
set -eo pipefail
mkdir -p DIR
ln -sf "$(type -P fourscore)" pbrain-other

# A build is what has built the programs at hand; what it would then run is run.
cargo() {
    case "$*" in
    'install --locked --path '*) test -f "$4/Cargo.toml" ;;
    'test '* | 'run --release -p board -- --static DIR') true ;; # The module of WebAssembly has a test of its own.
    'run -p connect-four') printf 'ugi\nposition startpos moves 4 4 3 3\ngo depth 2\nquit\n' | connect-four | grep bestmove ;;
    'run --release -p match-runner') fourscore-match my.toml ;;
    'run --release -p match-runner -- '*) careful fourscore-match "${@:6}" ;;
    'run --release -- '*) careful fourscore "${@:4}" ;;
    *) false ;;
    esac
}

# The strategy that a page of the guide writes is not built in.
careful() {
    local words=("${@/Strategy=careful/Strategy=random}")
    "${words[@]/#careful/random}"
}

fourscore-match() {
    case "$1" in
    '' | my.toml) command fourscore-match match.toml --pairs 1 ;;
    merge)
        for part in 1 2; do
            command fourscore-match match.toml --pairs 1 --results results/match --shard $part/2 --resume -q
        done
        eval "command fourscore-match $*"
        ;;
    *) command fourscore-match "$@" ;;
    esac
}

# A server, until it has told its address.
fourscore-board() {
    local words=() word
    for word; do [ "$word" = --open ] || words+=("$word"); done
    command fourscore-board "${words[@]}" --port 0 >address 2>&1 &
    until grep -q '^http://' address; do
        kill -0 $! || { cat address; return 1; }
        sleep 0.1
    done
    kill $!
}

# Slurm: the parts of an array one after another; a proof would take hours.
sbatch() {
    local all="$*" part
    case "$all" in
    *'proof merge'* | *' solve '*) fourscore proof merge --help && fourscore solve --help ;;
    *--wrap*) eval "${*: -1}" ;;
    *) for part in 1 2; do all="${*/\%I/$part}" && eval "$(sed 's/.*slurm-array.sh //; s/%N/2/' <<<"$all")"; done ;;
    esac >&2
    echo 7
}

rustup() { true; }
python3() { mkdir -p draughts/bin && : >draughts/bin/activate; }
pip() { true; }
cutechess-cli() { true; }
