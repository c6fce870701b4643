//! What `--help` says below the flags: keys of engines, files, parts of a match, ends of games, exit statuses.

pub(super) const TEXT: &str = "\
EXAMPLES
  fourscore-match --each command=fourscore nodes=1000 --engine name=new --engine name=old option.Strategy=planar \\
      --random-openings 4 --pairs 20 --results results/mine
  fourscore-match match.toml --concurrency 2
  fourscore-match report results/mine.jsonl --out mine.html

ENGINES
  --engine KEY=VALUE...   one engine; may be repeated. Keys:
    command=LINE          the command line (also cmd=LINE, or LINE alone); 'fourscore' is the engine built in
    name=TEXT             the name in tables and records
    dir=PATH              working directory
    protocol=ugi|uci|gomocup|hub|auto
                          default ugi; auto finds out; gomocup (game gomoku) takes options as INFO, hub is for draughts
    tc=[MOVES/]SEC[+INC]  a clock, such as 40/60+0.6 or 1+0.01
    movetime=SEC | nodes=N | depth=N
                          instead of a clock; an engine has exactly one limit
    margin=SEC            how far a clock or movetime may be overstepped (default 0.05)
    restart=fault|game    when it is started again: after misbehaviour, or before each game (default fault)
    ponder=true|false     whether it thinks on the opponent's time, about the reply that it expects (default false)
    gameover=true|false   whether it is told how games end (default: only the engine built in)
    stderr=PATH           a file for its standard error (default: discarded)
    option.NAME=VALUE     an option, set in this order
    env.NAME=VALUE        a variable of its environment
  --each KEY=VALUE...     the same for every engine that does not say otherwise
  An option that an engine does not offer, or a value that it does not take, stops the match (status 2); an option of
  --each that an engine does not offer is left out with a warning. By gomocup nothing is offered, and all is sent.
  No key may be given twice.
  An engine that offers an option 'Game' is told the game, and one that offers 'Seed' gets a seed before each
  game that depends on --seed, the game and the engine only, unless these options are given.

FILES
  Without --engine, the file given or ./match.toml is read: flags by their long names, [each], [[engine]] with
  options = { ... } and env = { ... }, [sprt] with elo0, elo1, alpha, beta, model, [adjudicate] with the flags of
  that heading. Flags override the file; with --engine a file is read only if it is given, and its engines are
  replaced. Paths in a file start at its folder, those of flags where the command was typed.
  Openings: one on each line, '[startpos|fen F] [moves] M ...', without lines that begin with '#'; .epd: 'POSITION;
  moves M ...; id NAME;'; .pgn and .jsonl: games, of which --opening-plies are the opening. [balance] is an engine too.
  Results: PATH.jsonl (one JSON object per game), PATH.pgn (text), PATH.json (the summary), at the end PATH.sgf
  and PATH.psq/ (Go-Moku) or PATH.pdn (draughts); earlier games are kept once as '.old'. --resume continues from
  PATH.state and PATH.journal: after any interruption, 'kill -9' too, the same command with --resume plays what is
  missing. Without results the match begins. --resume with more --pairs extends a match, round-robin or gauntlet,
  complete or not.
  Standard output holds the result only (with --json: events, a line of JSON each); progress and warnings go to standard
  error. RUST_LOG=match_runner=trace shows there every line that is exchanged with engines.

TUNING
  'fourscore-match tune' takes one engine and the settings of a match, --param NAME=START:MIN:MAX[:STEP] for each option to
  be tuned, and --results PATH: the journal is PATH.tune, the picture PATH.svg. See 'fourscore-match tune --help'.

SEVERAL MACHINES
  --shard I/N plays part I of N; the parts share nothing. A part's results have '.I-of-N' after PATH. 'fourscore-match merge
  --results PATH PART...' joins them into the result of one machine: under nodes or depth the same games.

ENDS OF GAMES
  rules, resignation, max-plies; draw-by-score, loss-by-score, proven-win (only with [adjudicate]);
  disputed (the engines contradict each other about the rules: a draw); and the faults, each a loss for the engine
  at fault and followed by a fresh start of the engine: start-failure, crash, closed-pipe, stall, error, time, garbage,
  illegal-move. refused-to-quit is counted, but loses nothing.

EXIT STATUS
  0    the match is complete, or its SPRT is decided
  1    wrong usage or settings, or a file or standard output that cannot be written, or a file that cannot be read
  2    an engine could not be started at all, or does not take its options or play the game; or nobody can judge
       it, or the referee program fails
  3    with --strict: the match is complete, but an engine has misbehaved
  10, 11, 12
       with --sprt-status: the SPRT has accepted H1, has accepted H0, is undecided (or there is none)
  130  interrupted (Ctrl-C, SIGTERM); the table of the games so far is printed, if the match had begun";
