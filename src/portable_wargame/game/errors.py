"""Everything this program refuses, in one small tree.

Refusal                 one clear sentence for the user
+-- IllegalAction       not one of the decider's options; carries the reasons
+-- BadScenario         a scenario with problems, all of them
+-- BadRecord           a game record that cannot be read, or does not replay
+-- BadRequest          a line on the protocol that is no request
"""


class Refusal(Exception):
    """Something the user can put right."""
