"""What the toll has to know of events, throws and verbs. Their rows stand in `speech`, which fills this in: what is
here is compiled, and words are not."""


class Kinds:
    def __init__(
        self,
        going: set[str],
        grave: set[str],
        attacking: set[str],
        at_aircraft: set[str],
        answers: set[str],
        declared: set[str],
    ) -> None:
        self.going = going  # events: a unit has come to a cell
        self.grave = grave  # events: harm may come of them
        self.attacking = attacking  # throws: a unit is shot at or fought
        self.at_aircraft = at_aircraft  # throws: at what is over the target, not in it
        self.answers = answers  # verbs: what they do belongs to the attack before them
        self.declared = declared  # verbs: carried out later, with all others
