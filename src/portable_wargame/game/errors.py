"""Everything this program refuses, in one small tree.

Refusal            one clear sentence for the user
+-- IllegalAction  not one of the decider's options; carries the reasons
+-- BadScenario    a scenario with problems, all of them
+-- NoSuchAction   what was sent is not an action
+-- NoSuchRuling   what was sent is not something an umpire can rule
+-- NoLine         what was read is not a line of a record
+-- BadLine        a line that could not be there under any rules
+-- Differs        the rules disagree with a line
+-- BadRecord      a record that cannot be read, or does not replay; names the line
+-- BadKey         a key or seed that dice cannot be made from
+-- CannotUndo     dice have fallen, or the other side has decided
+-- Unknown        no such unit or cell
+-- NotUnderstood  a typed order that means nothing
+-- Cancelled      an order taken back while its dice were being thrown
+-- BadRequest     a line of the protocol that is not a request
+-- NotAllowed     what a client of the server may not do now
+-- Behind         somebody else has changed the game since
+-- StoreFailed    the disk is full, or the database is gone
+-- BadDocument    not what an address of the server takes
+-- TooLarge       more than it takes
+-- SlowDown       too much at once
    +-- EmptyBucket   the visitor has had its share; names when there is more
    +-- OutOfBudget   it would cost more than a question of its kind may
"""


class Refusal(Exception):
    """A problem that the user can put right."""
