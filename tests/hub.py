"""Plays English draughts with the engine through pydraughts, as tests/protocols/hub.rs asks: a whole game, printed as Hub moves,
the position that it ends in, and who has won."""

import sys

import draughts
import draughts.engine

engine = draughts.engine.HubEngine([sys.argv[1], "--protocol", "hub", "--option", "Seed=5"])
assert engine.variants == {"english"}, engine.variants
assert engine.id["name"] == "Fourscore", engine.id
engine.configure({"variant": "english", "Hash": 4})
engine.init()
engine.ping()

# White offers a man and takes two: the engine knows who is to move, and says how soon it wins.
board = draughts.Board(variant="english", fen="W:W19,23,26,27:B10,11")
result = engine.play(board, draughts.engine.Limit(depth=9), ponder=False)
assert result.move.pdn_move == "19-15", result.move.pdn_move
assert result.info["score"] == {"win": 2}, result.info
assert result.ponder is not None and result.info["depth"] > 0, result.info

# A whole game, under all kinds of limits.
limits = [
    draughts.engine.Limit(nodes=3000),
    draughts.engine.Limit(depth=7),
    draughts.engine.Limit(movetime=0.05),
    draughts.engine.Limit(time=2, inc=0.1),
    draughts.engine.Limit(time=1),
]
board = draughts.Board(variant="english")
while not board.is_over() and len(board.move_stack) < 400:
    limit = limits[len(board.move_stack) % len(limits)]
    board.push(engine.play(board, limit, ponder=False).move)
print("moves", *(move.hub_move for move in board.move_stack))
print("fen", board.fen)
print("winner", board.winner() if board.is_over() else "none")
engine.quit()
sys.exit(engine.p.wait(10))
