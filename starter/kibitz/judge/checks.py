"""The checks, in the order in which a student should make them pass: contract, value, then amount of work."""
from __future__ import annotations

from kibitz.judge import rules, work
from kibitz.judge.check import Check
from kibitz.judge.run import Rule

CONTRACT: tuple[Rule, ...] = (rules.returned, rules.kept_the_contract)
VALUE: tuple[Rule, ...] = (*CONTRACT, rules.right_value)
WHOLE: tuple[Rule, ...] = (*VALUE, rules.every_leaf)
PROVED: tuple[Rule, ...] = (*VALUE, rules.proved)
#: for promises that have nothing to do with values: the search did its work, and is not wrong everywhere
WORKS: tuple[Rule, ...] = (rules.right_where_nothing_is_hard, rules.some_work)
MOVE: tuple[Rule, ...] = (*CONTRACT, rules.best_of_the_moves)

RESTORE_HINT = (
    "Each play() needs its undo() before the function leaves that loop: after a normal return, after a cut-off, in "
    "every branch."
)
INFINITY_HINT = "What is the worst value there can be? A start value must be beyond every leaf, whatever the leaves are."
DEPTH_HINT = "One play() uses up one of depth. At depth 0 the answer is evaluate(), unless the game is over there."
TERMINAL_HINT = "Ask is_terminal() before anything else: a finished position has no moves and no estimate, only a utility."
TABLE_HINT = "Two positions are the same only if key() says so and as much depth is left."

CHECKS: tuple[Check, ...] = (
    Check("minimax.known_trees", "the values of trees from textbooks", "Do the tree on paper first; then compare step by step.", WHOLE),
    Check("minimax.planted_trees", "the value of any tree", "Whose turn is it at each node? Ask game.turn there.", WHOLE),
    Check("minimax.restores_the_position", "the position is as it was when the function returns", RESTORE_HINT,
          (*CONTRACT, rules.restored, *WORKS)),
    Check("minimax.any_infinity", "right for values as large or as small as you like", INFINITY_HINT, VALUE),
    Check("minimax.depth_limit", "looks exactly as deep as it is told to", DEPTH_HINT, WHOLE),
    Check("minimax.terminal_first", "a finished position is worth its utility, at any depth", TERMINAL_HINT,
          (*CONTRACT, *WORKS)),
    Check("minimax.each_node_once", "visits each node exactly once",
          "How many calls does one child cost? Keep what the first call returned.", (*CONTRACT, work.each_node_once, *WORKS)),
    Check("minimax.transpositions", "right where several ways lead to one position", TABLE_HINT, WHOLE),
    Check("minimax.games", "right in real games", "Print the position where the value goes wrong: print(game).", VALUE),
    Check("alphabeta.known_trees", "the values of trees from textbooks", "Do the tree on paper first; then compare step by step.", VALUE),
    Check("alphabeta.planted_trees", "the value of any tree", "With the full window the value is minimax's, always.", VALUE),
    Check("alphabeta.proves_its_value", "the leaves it looked at prove the answer",
          "Compare the bound the child has now with what the other player already has.", (*VALUE, rules.proved)),
    Check("alphabeta.visits_fewer_nodes", "looks at fewer leaves than minimax, and at no more than alpha-beta needs",
          "Does each recursive call get the bounds known so far? Is the cut tested after each child, at both players?",
          (*CONTRACT, rules.some_work, work.few_visits), (work.few_leaves,), (work.few_expansions, work.few_leaves_in_its_own_order)),
    Check("alphabeta.restores_the_position", "the position is as it was when the function returns, after a cut-off too",
          RESTORE_HINT, (*CONTRACT, rules.restored, *WORKS)),
    Check("alphabeta.any_infinity", "right for values as large or as small as you like", INFINITY_HINT, VALUE),
    Check("alphabeta.depth_limit", "looks exactly as deep as it is told to", DEPTH_HINT, VALUE),
    Check("alphabeta.terminal_first", "a finished position is worth its utility, at any depth", TERMINAL_HINT,
          (*CONTRACT, *WORKS)),
    Check("alphabeta.window", "exact inside the window, a bound on the right side outside",
          "With alpha and beta given, a value at or below alpha may come back as any upper bound up to alpha; mirror that for beta.",
          (*CONTRACT, rules.inside_the_window_or_a_bound, rules.proved)),
    Check("alphabeta.transpositions", "right where several ways lead to one position",
          "After a cut-off the result is only a bound. What does your table say it is?", (*VALUE, rules.proved)),
    Check("alphabeta.games", "right in real games", "Print the position where the value goes wrong: print(game).", VALUE),
    Check("expectimax.known_trees", "the values of trees from textbooks", "Do the tree on paper first; then compare step by step.", PROVED),
    Check("expectimax.planted_trees", "the value of any tree with chance",
          "Whose turn is it at each node? There are three answers.", PROVED),
    Check("expectimax.weighs_by_probability", "a chance node is worth the mean of its outcomes, each weighed by its probability",
          "chance_outcomes() gives (outcome, probability) pairs. What does each outcome add to the sum?", PROVED),
    Check("expectimax.restores_the_position", "the position is as it was when the function returns", RESTORE_HINT,
          (*CONTRACT, rules.restored, *WORKS)),
    Check("expectimax.any_infinity", "right for values as large or as small as you like", INFINITY_HINT, VALUE),
    Check("expectimax.depth_limit", "looks exactly as deep as it is told to; a chance outcome uses up one of depth", DEPTH_HINT, PROVED),
    Check("expectimax.terminal_first", "a finished position is worth its utility, at any depth", TERMINAL_HINT,
          (*CONTRACT, *WORKS)),
    Check("expectimax.games", "right in real games", "Print the position where the value goes wrong: print(game).", VALUE),
    Check("best_move.known_trees", "a best move in trees from textbooks, with minimax by default",
          "Compare the children's values. Which did your function return: the move, its index, or its value?", MOVE),
    Check("best_move.for_both_players", "MAX gets the largest value, MIN the smallest", "Who is to move at the root?", MOVE),
    Check("best_move.with_any_search", "uses the search it is given, with one ply less",
          "After one play() how much depth is left? Which function should tell the child's value?", MOVE),
    Check("best_move.ties_need_exact_values", "a bound is not a value: a tie counts only between exact values",
          "A search with a narrowed window may return a bound. Two equal numbers are then no tie.", MOVE),
    Check("best_move.finished_position", "None at a finished position, a move everywhere else", TERMINAL_HINT, MOVE),
    Check("best_move.restores_the_position", "the position is as it was when the function returns", RESTORE_HINT,
          (*MOVE, rules.restored)),
    Check("best_move.games", "a best move in real games", "Print the position and the value of each move.", MOVE),
)

BY_ID = {check.id: check for check in CHECKS}
FUNCTIONS = ("minimax", "alphabeta", "expectimax", "best_move")
