"""Judges chess and chess960 for a match by the rules of python-chess, with a folder also by the Syzygy tables in it:
fourscore-match --game chess --referee "python3 chess_referee.py TABLES" ...
"""
import sys
import chess
import chess.syzygy


def read(board, text):
    """The legal move that a text means, as UCI or as PGN writes it; raises ValueError."""
    try:
        return board.parse_uci(text)
    except ValueError:
        return board.parse_san(text)


def over(board):
    if board.is_checkmate():
        return "p2win" if board.turn == chess.WHITE else "p1win"
    if (board.is_stalemate() or board.is_insufficient_material() or board.is_repetition(3)
            or board.halfmove_clock >= 100):
        return "draw"
    # Behind a capture or a pawn's move a table tells the result under the rule of fifty moves.
    known = tables.get_wdl(board) if tables and board.halfmove_clock == 0 else None
    if known is not None:
        white = known if board.turn == chess.WHITE else -known
        return {2: "p1win", -2: "p2win"}.get(white, "draw")
    return "p1" if board.turn == chess.WHITE else "p2"


def answer(board, word, rest):
    """The board that is judged from now on, and the line that answers."""
    if word == "start":
        game, _, fen = rest.partition(" fen ")
        if game not in ("chess", "chess960"):
            raise ValueError(f"'{game}' is not judged here, but chess and chess960")
        return chess.Board(fen or chess.STARTING_FEN, chess960=game == "chess960"), "ok"
    if word == "over?":
        return board, over(board)
    move = read(board, rest)
    if word == "legal?":
        return board, "yes"
    text = board.uci(move)
    board.push(move)
    return board, f"ok {text}"


tables = chess.syzygy.open_tablebase(sys.argv[1]) if len(sys.argv) > 1 else None
board = chess.Board()
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "quit":
        break
    try:
        board, said = answer(board, word, rest)
    except ValueError as error:
        said = f"no {error}"
    print(said, flush=True)
