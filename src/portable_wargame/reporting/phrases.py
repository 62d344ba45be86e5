"""The sentences of a report: several for each kind of event, so that no two turns read alike.

{A} and {V} begin a sentence, {a} and {v} stand in one: the attacker and the victim. {were}, {them} and {their} agree
with V, {a_were}, {a_they} and {a_their} with A. {where} is the place with its ground, {cell} the place alone, {to}
where V went.
"""

from .facts import BOMBS, COMBAT, DESTROYED, FIRE, GAS, GUNS, LOST, MINES, MISHAP, PINNED, RETREATED

KILLED = "killed"  # destroyed, of a Commander
BOTH = "both"  # a close combat that neither side survived
REPULSED = "repulsed"  # one that the attacker did not survive
THROWN_BACK = "thrown-back"  # one from which the attacker retreated
BLOODIED = "bloodied"  # one that only cost strength

PHRASES: dict[tuple[str, str], tuple[str, ...]] = {
    (FIRE, DESTROYED): (
        "{A} shot {v} to pieces {where}.",
        "{V} went down {where} before the fire of {a}.",
        "The fire of {a} put an end to {v} {where}.",
        "{A} found {v} {where} and left nothing of {them}.",
        "{V}, caught {where}, did not outlast the fire of {a}.",
        "Fire from {a} finished {v} {where}.",
    ),
    (FIRE, LOST): (
        "{A} took {sp} off {v} {where}.",
        "{V} lost {sp} {where} to the fire of {a}.",
        "The fire of {a} cost {v} {sp} {where}.",
        "{A} hurt {v} {where}, to the tune of {sp}.",
        "{V} paid {sp} for standing {where} in the sights of {a}.",
        "The fire of {a} told on {v} {where}: {sp} gone.",
        "Under fire from {a}, {v} lost {sp} {where}.",
        "{V} {were} down by {sp} {where} after the fire of {a}.",
        "{A} made {v} pay {where}: {sp}.",
    ),
    (FIRE, RETREATED): (
        "{A} drove {v} back from {cell} to {to}.",
        "{V} gave up {cell} under the fire of {a}.",
        "The fire of {a} sent {v} back to {to}.",
        "Shot at by {a}, {v} fell back to {to}.",
        "{V} could not hold {cell} against {a}, and went back to {to}.",
    ),
    (FIRE, PINNED): (
        "{A} pinned {v} {where}.",
        "{V} went to ground {where} under the fire of {a}.",
        "The fire of {a} kept {v} down {where}.",
        "{A} brought {v} to a halt {where}.",
    ),
    (GUNS, DESTROYED): (
        "The shells of {a} wiped out {v} {where}.",
        "{A} had the range of {cell}, and that was the end of {v}.",
        "{V} {were} blown off the field {where} by {a}.",
        "Shellfire from {a} destroyed {v} {where}.",
        "{A} dropped a shell on {v} {where}, and there was nothing left of {them}.",
    ),
    (GUNS, LOST): (
        "The shells of {a} cost {v} {sp} {where}.",
        "{A} took {sp} off {v} {where}.",
        "{V} lost {sp} {where} to shells from {a}.",
        "Shelled {where} by {a}, {v} lost {sp}.",
        "{A} bombarded {cell} to good effect: {v} lost {sp}.",
        "A shell of {a} found {v} {where} and cost {them} {sp}.",
        "{V} felt the shells of {a} {where}, and lost {sp}.",
    ),
    (GUNS, RETREATED): (
        "{A} shelled {v} until {they} left {cell}.",
        "{V} fell back from {cell} under the shells of {a}.",
        "{A} moved {v} on to {to} with a few shells.",
        "A bombardment by {a} was enough to send {v} back to {to}.",
    ),
    (GUNS, PINNED): (
        "The shells of {a} pinned {v} {where}.",
        "{V} took cover from {a} {where}.",
        "{A} kept {v} flat on the ground {where}.",
        "Shells from {a} stopped {v} {where}.",
    ),
    (COMBAT, DESTROYED): (
        "{A} closed with {v} {where} and destroyed {them}.",
        "{A} attacked {v} {where}, and it was soon over: {v} {were} destroyed.",
        "{V} {were} overrun {where} by {a}.",
        "{A} went in against {v} {where} and made a clean sweep.",
        "At close quarters {where}, {a} destroyed {v}.",
    ),
    (COMBAT, BOTH): (
        "{A} and {v} met {where}, and neither came out of it.",
        "{A} went in against {v} {where}; when it was over, both were gone.",
    ),
    (COMBAT, REPULSED): (
        "{A} attacked {v} {where} and {a_were} destroyed in the attempt.",
        "The attack of {a} on {v} {where} was {a_their} last.",
        "{V} stood {where} against {a}, who did not come back.",
    ),
    (COMBAT, RETREATED): (
        "{A} threw {v} back from {cell}.",
        "{A} closed with {v} {where} and drove {them} back to {to}.",
        "{V} did not wait for a second push by {a}, and left {cell} for {to}.",
    ),
    (COMBAT, THROWN_BACK): (
        "{A} attacked {v} {where} and {a_were} sent back the way {a_they} had come.",
        "{V} beat off {a} {where}.",
        "The attack of {a} on {v} {where} came to nothing, and {a} fell back to {a_to}.",
    ),
    (COMBAT, BLOODIED): (
        "{A} and {v} fought hand to hand {where}: {bill}.",
        "{A} went for {v} {where}; neither gave way: {bill}.",
        "There was close fighting {where} between {a} and {v}: {bill}.",
    ),
    (BOMBS, DESTROYED): (
        "The bombs of {a} destroyed {v} {where}.",
        "{A} came over {cell}, and that was the last of {v}.",
    ),
    (BOMBS, LOST): (
        "{A} bombed {v} {where}, at a cost to {them} of {sp}.",
        "Bombs from {a} took {sp} off {v} {where}.",
    ),
    (BOMBS, RETREATED): (
        "{A} drove {v} from {cell} with bombs.",
        "{V} ran from the bombs of {a} and ended up at {to}.",
    ),
    (MINES, DESTROYED): ("{V} {were} lost in the minefield at {cell}.", "The mines at {cell} finished {v}."),
    (MINES, LOST): ("{V} lost {sp} to the mines at {cell}.", "The minefield at {cell} cost {v} {sp}."),
    (MINES, RETREATED): ("The mines at {cell} turned {v} back.", "{V} recoiled from the mines at {cell}."),
    (GAS, DESTROYED): (
        "{V} {were} lost in the gas at {cell}.",
        "Nobody walked out of the cloud at {cell}: {v} {were} gone.",
    ),
    (GAS, LOST): ("{V} lost {sp} in the gas at {cell}.", "Gas at {cell} cost {v} {sp}."),
    (GAS, RETREATED): ("{V} ran from the gas at {cell}.", "Gas drove {v} from {cell}."),
    (MISHAP, DESTROYED): ("{V} {were} lost {where}.", "{V} did not come back from {cell}."),
    (FIRE, KILLED): (
        "{V} fell {where} to the fire of {a}.",
        "{A} shot down {v} {where}.",
        "Fire from {a} ended the battle for {v} {where}.",
    ),
    (GUNS, KILLED): ("A shell of {a} killed {v} {where}.", "{V} was killed {where} by a shell from {a}."),
    (COMBAT, KILLED): ("{A} overran {v} {where}.", "{V} was killed hand to hand with {a} {where}."),
}

FRIENDLY: dict[str, tuple[str, ...]] = {
    DESTROYED: (
        "A shell from {a} came down on {v}, on the same side, {where}: there was nothing left of {them}.",
        "{A} destroyed {v} {where}, and they were on the same side.",
    ),
    LOST: (
        "A shell from {a} fell on {v} {where}, who were on the same side, and cost {them} {sp}.",
        "{A} shelled {v} {where}, friends or not: {sp} gone.",
    ),
    RETREATED: ("A stray shell from {a} drove {v} from {cell}, friends or not.",),
    PINNED: ("A stray shell from {a} pinned {v} {where}, friends or not.",),
}
CRASHED = (
    "{V} crashed at {cell}, and not by the enemy’s doing.",
    "{V} came down at {cell} without the enemy’s help.",
    "Nobody shot down {v}: {they} crashed at {cell} all the same.",
)
ALOFT: dict[str, tuple[str, ...]] = {
    DESTROYED: (
        "{A} brought down {v} over {cell}.",
        "{V} {were} shot down over {cell} by {a}.",
        "Over {cell}, {a} finished off {v}.",
    ),
    LOST: (
        "{A} put holes in {v} over {cell}: {sp}.",
        "{V} took {sp} of damage over {cell} from {a}.",
        "Over {cell}, {a} hit {v} for {sp}.",
    ),
}
ONE_SHOT = (
    "A single shot was fired, to no effect.",
    "One shot was fired, and it hurt nobody.",
    "Somebody fired once, and that was all.",
)
QUIET_SHOTS = (
    "{Count} fired, and nothing came of it.",
    "{Count} fired to no purpose.",
    "There was shooting, but nobody was the worse for it: {count}, no result.",
    "{Count} fired without harm to anybody.",
)
NO_SHOTS = ("Not a shot was fired.", "The guns were silent.", "Nobody fired.")
NO_SHOTS_IN_A_TURN = (*NO_SHOTS, "It was a turn for the legs, not the trigger.")
CAME_ON = (
    "{S} came on.",
    "{S} pushed forward.",
    "{S} closed the distance.",
    "{S} pressed nearer.",
    "{S} moved up.",
)
BOTH_CAME_ON = (
    "The two sides drew together.",
    "Both sides moved up.",
    "Both sides pushed forward.",
)
# Losses without a sentence of their own: unit by unit, or side by side if there are many.
REST = (
    "Besides, {bill}.",
    "{Bill} as well.",
    "{Bill} along the way.",
    "Less noticed, {bill}.",
    "In smaller change, {bill}.",
)
TOLL = ("Smaller losses came to {toll}.", "The rest of the turn cost {toll}.", "Other losses came to {toll}.")
TOOK = (
    "At the end of the turn {s} held {cell}.",
    "As the turn closed, {s} had {cell}.",
    "{S} ended the turn in possession of {cell}.",
    "When the smoke cleared, {cell} belonged to {s}.",
)
EMPTIED = (
    "Nobody held {cell} at the end of it.",
    "That left {cell} empty.",
    "As the turn closed, {cell} stood empty.",
)
ARRIVED = (
    "{U} came onto the field from the {edge}.",
    "From the {edge} came {u}.",
    "{U} arrived over the {edge} edge.",
)
LEFT = ("{U} marched off the board.", "{U} got away over the edge.", "{U} left the field.")
FLEW_HOME = ("{U} flew home.", "{U} turned for home.", "{U} left the sky over the field.")
GAVE_GROUND = (
    "{U} gave ground.",
    "{U} had to fall back.",
    "{U} lost a little ground.",
    "{U} went back a little way.",
)
EXHAUSTED = (
    "{S} had now lost {n} SP and {was} exhausted: from here on it could only hold its ground.",
    "With {n} SP gone, {s} had reached the point of exhaustion.",
)
