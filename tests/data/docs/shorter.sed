# What README and the guide print, shorter, as tests/docs.rs runs it. Where a line is changed here, the page says how long it takes.
s/--pairs [0-9]+/--pairs 1/
s/--games [0-9]+/--games 2/
s/--iterations [0-9]+/--iterations 2 --test-pairs 1/
s/tc=30/nodes=100/
s/fourscore-match match.toml/& --pairs 1/
s/--array=1-[0-9]+/--array=1-2/
s/-of-(8|16)\.state/-of-2.state/
s/(--game chess .*) --engine stockfish --engine .\/mine/\1 --engine a --engine b --dry-run/
s/--game NAME (.*) lines.txt/--game qubic \1 data\/qubic\/openings.txt/
s/(fourscore-match --game .*mine.*)/\1 --dry-run/
s/(fourscore reproduce) all --out/\1 doake --item games --out/
s/(fourscore solve --game gomoku --moves h8 o15) --out g.proof/\1 --out g.proof --nodes 1 || test $? = 2/
s/"gomoku freestyle - p1" data\/gomoku\/freestyle.proof/"gomoku freestyle - p1" none.proof || test $? = 2/
s/ data\/qubic\/rich.proof/ none.proof || test $? = 2/
s/(fourscore (train|lab games) .*--games) 2 /\1 40 /
