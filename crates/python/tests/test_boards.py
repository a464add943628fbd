"""Boards: reading, writing, editing, validation, actions."""

import copy
import dataclasses
import pickle
import random
import tempfile
import unittest
from pathlib import Path

import pathmax
from pathmax import Agent, BoardError, ChexersBoard, InfexionBoard, Pawn, PawnHuntBoard, Stack
from support import board, instances, pawn_hunt

CLASSES = {"chexers": ChexersBoard, "infexion": InfexionBoard, "pawn-hunt": PawnHuntBoard}


def shuffled(value, seed):
    """The same board with its pieces in another order."""
    numbers = random.Random(seed)
    fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    for name, content in fields.items():
        if isinstance(content, tuple):
            fields[name] = numbers.sample(content, len(content))
    return type(value)(**fields)


class Instances(unittest.TestCase):
    """Every board of the repository."""

    @classmethod
    def setUpClass(cls):
        cls.boards = [(f"{puzzle}/{path.name}", pathmax.load(path), puzzle) for path, puzzle, _ in instances()]

    def test_there_are_boards_of_every_puzzle(self):
        self.assertEqual({puzzle for _, puzzle, _ in instances()}, set(CLASSES))

    def test_loaded_boards_have_the_class_of_their_puzzle(self):
        for name, loaded, puzzle in self.boards:
            with self.subTest(board=name):
                self.assertIs(type(loaded), CLASSES[puzzle])
                self.assertEqual(loaded.puzzle, puzzle)

    def test_text_is_read_back(self):
        for name, loaded, puzzle in self.boards:
            with self.subTest(board=name):
                self.assertEqual(pathmax.parse(loaded.text, puzzle=puzzle), loaded)
                self.assertEqual(pathmax.parse(loaded.text), loaded)

    def test_saved_files_are_read_back(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "board"
            for name, loaded, puzzle in self.boards:
                with self.subTest(board=name):
                    loaded.save(path)
                    self.assertEqual(pathmax.load(path, puzzle=puzzle), loaded)
                    self.assertEqual(pathmax.load(str(path), puzzle=puzzle), loaded)

    def test_pickles_and_copies_are_equal(self):
        for name, loaded, _ in self.boards:
            with self.subTest(board=name):
                for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
                    self.assertEqual(pickle.loads(pickle.dumps(loaded, protocol)), loaded)
                self.assertEqual(copy.copy(loaded), loaded)
                self.assertEqual(copy.deepcopy(loaded), loaded)

    def test_the_order_of_pieces_does_not_matter(self):
        for name, loaded, _ in self.boards:
            with self.subTest(board=name):
                other = shuffled(loaded, seed=1)
                self.assertEqual(other, loaded)
                self.assertEqual(hash(other), hash(loaded))
                self.assertEqual(repr(other), repr(loaded))

    def test_the_representation_makes_the_board(self):
        for name, loaded, _ in self.boards:
            with self.subTest(board=name):
                self.assertEqual(eval(repr(loaded)), loaded)

    def test_successors_are_those_of_the_actions(self):
        for name, loaded, _ in self.boards:
            with self.subTest(board=name):
                steps = loaded.successors()
                self.assertEqual(tuple(action for action, _, _ in steps), loaded.actions())
                for action, after, cost in steps:
                    self.assertEqual(loaded.after(action), after)
                    self.assertGreater(cost, 0)

    def test_boards_draw_themselves(self):
        for name, loaded, _ in self.boards:
            with self.subTest(board=name):
                self.assertTrue(str(loaded).strip())
                self.assertTrue(loaded._repr_svg_().startswith("<svg"))


class Editing(unittest.TestCase):
    def test_replace_changes_only_the_named_fields(self):
        start = ChexersBoard("red", [(0, 0)], [(1, 0)], 4)
        self.assertEqual(start.replace(pieces=[(2, 0), (1, 1)]), ChexersBoard("red", [(1, 1), (2, 0)], [(1, 0)], 4))
        self.assertEqual(start.replace(), start)
        self.assertEqual(start.pieces, ((0, 0),))

    def test_replace_validates(self):
        with self.assertRaisesRegex(BoardError, r"\(9, 9\) is off the board"):
            ChexersBoard("red", [(0, 0)]).replace(pieces=[(9, 9)])

    def test_replace_knows_the_fields(self):
        with self.assertRaisesRegex(TypeError, "stones"):
            ChexersBoard("red", [(0, 0)]).replace(stones=[])

    def test_boards_are_frozen(self):
        start = ChexersBoard("red", [(0, 0)])
        with self.assertRaises(dataclasses.FrozenInstanceError):
            start.radius = 4  # type: ignore[misc]

    def test_fields_are_tuples_of_the_documented_types(self):
        hunt = PawnHuntBoard(3, 3, [["rook", 0, 0]], [[0, 2, 1]], [[1, 1]])
        self.assertEqual(hunt.agents, (Agent("rook", 0, 0),))
        self.assertEqual(hunt.pawns, (Pawn(0, 2, 1),))
        self.assertEqual(hunt.obstacles, ((1, 1),))
        self.assertEqual(InfexionBoard([(5, 6, "red", 2)]).stacks, (Stack(5, 6, "red", 2),))

    def test_whole_numbers_of_other_types_become_ints(self):
        class Whole(int):
            """As numpy's integers."""

            def __repr__(self):
                return "Whole"

        one = Whole(1)
        made = PawnHuntBoard(Whole(2), Whole(3), [("rook", one, one)], [(0, one, one)], [(0, 0)])
        self.assertNotIn("Whole", repr(made))
        self.assertNotIn("Whole", repr(ChexersBoard("red", [(one, one)], radius=Whole(3))))
        self.assertNotIn("Whole", repr(InfexionBoard([(one, one, "red", one)])))

    def test_generators_are_read_once(self):
        self.assertEqual(ChexersBoard("red", ((q, 0) for q in range(2))).pieces, ((0, 0), (1, 0)))

    def test_boards_of_different_puzzles_and_options_differ(self):
        stacks = [(0, 0, "red", 1), (1, 1, "blue", 1)]
        self.assertNotEqual(InfexionBoard(stacks), InfexionBoard(stacks, spawn=True))
        self.assertNotEqual(ChexersBoard("red", [(0, 0)]), ChexersBoard("red", [(0, 0)], radius=4))
        self.assertNotEqual(ChexersBoard("red", []), InfexionBoard([]))

    def test_options_are_read_and_pickled(self):
        text = board("infexion", "no-red.csv").text
        spawning = pathmax.parse(text, puzzle="infexion", spawn=True)
        self.assertTrue(spawning.spawn)
        self.assertTrue(pickle.loads(pickle.dumps(spawning)).spawn)
        self.assertIn("SPAWN 0 0", spawning.actions())
        self.assertEqual(pathmax.parse(text, puzzle="infexion").actions(), ())


class Validation(unittest.TestCase):
    """Invalid fields of every kind."""

    def assert_invalid(self, message, make, *arguments, **fields):
        with self.subTest(make=make.__name__, arguments=arguments, **fields):
            with self.assertRaises(BoardError) as caught:
                make(*arguments, **fields)
            self.assertIn(message, str(caught.exception))

    def test_chexers(self):
        piece = [(0, 0)]
        self.assert_invalid("colour", ChexersBoard, "pink", piece)
        self.assert_invalid("one of red, green, blue", ChexersBoard, "pink", piece)
        self.assert_invalid("colour: expected a word, not None", ChexersBoard, None, piece)
        self.assert_invalid("(4, 0) is off the board", ChexersBoard, "red", [(4, 0)])
        self.assert_invalid("(3, 3) is off the board", ChexersBoard, "red", piece, [(3, 3)])
        self.assert_invalid("two things are on (0, 0)", ChexersBoard, "red", [(0, 0), (0, 0)])
        self.assert_invalid("two things are on (0, 0)", ChexersBoard, "red", piece, [(0, 0)])
        self.assert_invalid("pieces[1]: expected (q, r), not (1,)", ChexersBoard, "red", [(0, 0), (1,)])
        self.assert_invalid("pieces[0]: expected (q, r), not ('a', 0)", ChexersBoard, "red", [("a", 0)])
        self.assert_invalid("blocks[0]: expected (q, r), not (0.5, 0)", ChexersBoard, "red", piece, [(0.5, 0)])
        self.assert_invalid("pieces: expected", ChexersBoard, "red", 5)
        self.assert_invalid("pieces: expected", ChexersBoard, "red", [(10**30, 0)])
        for radius in (-1, 1, 7):
            self.assert_invalid("radius", ChexersBoard, "red", piece, radius=radius)
            self.assert_invalid("a whole number from 2 to 6", ChexersBoard, "red", piece, radius=radius)
        self.assert_invalid("radius: expected a whole number, not '3'", ChexersBoard, "red", piece, radius="3")

    def test_infexion(self):
        self.assert_invalid("(7, 0) is off the board", InfexionBoard, [(7, 0, "red", 1)])
        self.assert_invalid("(0, -1) is off the board", InfexionBoard, [(0, -1, "red", 1)])
        self.assert_invalid("green", InfexionBoard, [(0, 0, "green", 1)])
        for power in (0, 7, -1):
            message = f"the power is {power}; it must be a whole number from 1 to 6"
            self.assert_invalid(message, InfexionBoard, [(0, 0, "red", power)])
        self.assert_invalid("two things are on (0, 0)", InfexionBoard, [(0, 0, "red", 1), (0, 0, "blue", 2)])
        self.assert_invalid("stacks[0]: expected (r, q, colour, power)", InfexionBoard, [(0, 0, "red")])
        self.assert_invalid("stacks", InfexionBoard, [(0, 0, "red", 1), (0, 0, 3, 1)])
        self.assert_invalid("spawn: expected True or False, not 'on'", InfexionBoard, [(0, 0, "red", 1)], spawn="on")

    def test_pawn_hunt(self):
        knight, pawn = [("knight", 0, 0)], [(1, 2, 1)]
        for rows in (0, 17, -3):
            self.assert_invalid("rows", PawnHuntBoard, rows, 3, [], [])
            self.assert_invalid("columns", PawnHuntBoard, 3, rows, [], [])
        self.assert_invalid("rows: expected a whole number, not '3'", PawnHuntBoard, "3", 3, knight, pawn)
        self.assert_invalid('there is no "queen" in pawn-hunt', PawnHuntBoard, 3, 3, [("queen", 0, 0)], pawn)
        self.assert_invalid("(3, 0) is off the board", PawnHuntBoard, 3, 3, [("knight", 3, 0)], pawn)
        self.assert_invalid("two things are on (0, 0)", PawnHuntBoard, 3, 3, knight, [(0, 0, 1)])
        self.assert_invalid("two things are on (1, 2)", PawnHuntBoard, 3, 3, knight, pawn, [(1, 2)])
        self.assert_invalid("obstacles[0]: expected (row, column)", PawnHuntBoard, 3, 3, knight, pawn, [(1, 1, 2)])
        self.assert_invalid("pawns[0]: expected (row, column, label)", PawnHuntBoard, 3, 3, knight, [(0, 1, "1")])
        self.assert_invalid("agents: expected", PawnHuntBoard, 3, 3, None, pawn)
        for label in (-1, 10):
            message = f"the label is {label}; it must be a whole number from 0 to 9"
            self.assert_invalid(message, PawnHuntBoard, 3, 3, knight, [(0, 1, label)])
        crowd = [("knight", 0, column) for column in range(9)]
        self.assert_invalid("more than 8 agents", PawnHuntBoard, 16, 16, crowd, pawn)
        pawns = [(1 + number // 16, number % 16, 1) for number in range(240)]
        self.assertEqual(len(PawnHuntBoard(16, 16, knight, pawns).pawns), 240)

    def test_files(self):
        with self.assertRaises(FileNotFoundError):
            pathmax.load("there-is-no-such-board.json")
        self.assert_invalid("", pathmax.parse, "this is no board")
        self.assert_invalid("(9, 9)", pathmax.parse, '{"colour": "red", "pieces": [[9, 9]], "blocks": []}')
        with self.assertRaisesRegex(pathmax.UsageError, "chexers"):
            pathmax.parse("K 1\n", puzzle="chequers")


class Actions(unittest.TestCase):
    def test_chexers_plan(self):
        start = board("chexers", "one-step.json")
        moved = start.after("MOVE from (2, 0) to (3, 0).")
        self.assertEqual(moved, start.replace(pieces=[(3, 0)]))
        self.assertFalse(moved.is_solved)
        self.assertTrue(moved.after("EXIT from (3, 0).").is_solved)

    def test_several_actions_as_text_and_as_lines(self):
        plan = ["MOVE from (2, 0) to (3, 0).", "EXIT from (3, 0)."]
        start = board("chexers", "one-step.json")
        self.assertTrue(start.after(plan).is_solved)
        self.assertTrue(start.after("\n".join(plan)).is_solved)
        self.assertTrue(start.after(line for line in plan).is_solved)
        self.assertEqual(start.after([]), start)

    def test_infexion_plan(self):
        start = InfexionBoard([(3, 3, "red", 2), (3, 4, "blue", 1), (3, 5, "blue", 2)])
        self.assertEqual(start.after("SPREAD 3 3 0 1"), InfexionBoard([(3, 4, "red", 2), (3, 5, "red", 3)]))
        self.assertTrue(start.after("SPREAD 3 3 0 1").is_solved)

    def test_pawn_hunt_plan_and_costs(self):
        start = pawn_hunt("R . 1", ". x .")
        self.assertEqual(
            [(action, cost) for action, _, cost in start.successors()],
            [
                ("ROOK from (0, 0) to (0, 1).", 8),
                ("ROOK from (0, 0) to (0, 2) capturing 1.", 8),
                ("ROOK from (0, 0) to (1, 0).", 8),
            ],
        )
        after = start.after("ROOK from (0, 0) to (0, 1).")
        self.assertEqual(after.agents, (Agent("rook", 0, 1),))
        self.assertEqual(after.pawns, start.pawns)
        self.assertTrue(start.after("ROOK from (0, 0) to (0, 2) capturing 1.").is_solved)

    def test_illegal_actions_name_their_line(self):
        start = board("chexers", "one-step.json")
        with self.assertRaisesRegex(BoardError, r"line 2: there is no piece on \(2, 0\)"):
            start.after(["MOVE from (2, 0) to (3, 0).", "EXIT from (2, 0)."])
        with self.assertRaisesRegex(BoardError, "line 1"):
            start.after("jump")

    def test_a_board_without_pieces_is_solved(self):
        self.assertTrue(ChexersBoard("red", []).is_solved)
        self.assertTrue(InfexionBoard([(0, 0, "red", 1)]).is_solved)
        self.assertEqual(ChexersBoard("red", []).actions(), ())


if __name__ == "__main__":
    unittest.main()
