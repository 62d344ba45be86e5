"""Everything this program refuses, in one small tree.

Refusal            one clear sentence for the user
+-- IllegalAction  not one of the decider's options; carries the reasons
+-- BadScenario    a scenario with problems, all of them
+-- NoSuchAction   what was sent is no action at all
+-- NoSuchRuling   what was sent is nothing that an umpire can rule
+-- NoLine         what was read is no line of a record at all
+-- BadLine        no line that could stand there, by whatever rules
+-- Differs        the rules would have a line otherwise
+-- BadRecord      a record that cannot be read, or does not replay; names the line
+-- BadKey         a key or seed that dice cannot be made from
+-- CannotUndo     dice have fallen, or the other side has decided
+-- Unknown        no such unit or cell
+-- NotUnderstood  an order that was typed and could mean nothing
+-- Cancelled      an order taken back while its dice were being thrown
+-- BadRequest     a line on the protocol that is no request
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
    """Something the user can put right."""
