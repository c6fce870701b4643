"""Judges draughts for a match by the rules of pydraughts, with positions and moves as Hub writes them:
fourscore-match --game international --referee "python3 draughts_referee.py" --each proto=hub ...
"""
import sys
from draughts import Board, Move, WHITE, BLACK

# White begins in all of them.
GAMES = ("international", "frisian", "antidraughts", "breakthrough", "russian", "brazilian", "italian", "turkish")


def over(board):
    winner = board.winner()
    if winner is not None:
        return {WHITE: "p1win", BLACK: "p2win"}.get(winner, "draw")
    return "p1" if board.turn == WHITE else "p2"


def answer(board, word, rest):
    """The board that is judged from now on, and the line that answers."""
    if word == "start":
        game, _, fen = rest.partition(" fen ")
        if game not in GAMES:
            raise ValueError(f"'{game}' is not judged here, but {', '.join(GAMES)}")
        return Board("standard" if game == "international" else game, fen or "startpos"), "ok"
    if word == "over?":
        return board, over(board)
    try:
        move = Move(board, hub_move=rest or "-")
    except (ValueError, LookupError, AttributeError):
        move = None
    if move is None or move.is_null:
        raise ValueError("this is not possible")
    if word == "legal?":
        return board, "yes"
    board.push(move)
    return board, f"ok {move.hub_move}"


board = Board()
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "quit":
        break
    try:
        board, said = answer(board, word, rest)
    except (ValueError, LookupError) as error:
        said = f"no {error}"
    print(said, flush=True)
