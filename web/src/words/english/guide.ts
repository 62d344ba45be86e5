export const guide = {
	label: "The guide",
	next: "Got it",
	stop: "Stop tips",
	page: {
		title: "Your first battle · The Portable Wargame",
		heading: "Your first battle",
		setting: "Setting out the table…",
		back: "Back to the battles",
	},
	battle: {
		title: "Your First Battle",
		about:
			"A small column has been told to take the hill farm. A few of the enemy have been told to keep it.",
		you: "Your column",
		they: "The farm guard",
		units: {
			r1: "First Company",
			r2: "Second Company",
			r3: "Grenadiers",
			r4: "The Battery",
			b1: "Farm Guard",
			b2: "Militia",
		},
	},
	lessons: {
		over: {
			title: "Battle over",
			text: "The panel says what decided it and who had the luck. Press play under the board to watch it all again, or try the other side.",
		},
		welcome: {
			title: "The farm on the hill",
			text: "You command the red column in the south. Destroy both enemy units, or hold the farm, c5, when the sixth and last turn ends, and you win. The bar above the board always says what is asked of you.",
		},
		pips: {
			title: "What a counter says",
			text: "The symbol is the kind of unit; the dots at its foot are its strength points (SP). A hollow dot is a point lost, and a unit without points is gone. The arrowhead shows which way it faces.",
		},
		guns: {
			title: "First, the guns",
			text: "Every turn begins with the artillery of both sides, ordered in secret. Click your battery: its counter has a bright border.",
		},
		target: {
			title: "Pick a target",
			text: "Each marked square shows the chance of a hit. The guard is in the farm, and buildings are cover: 1 off the die. Click c5, then click it again to give the order.",
		},
		dice: {
			title: "Read the dice",
			text: "The die, plus or minus what counts for and against it, makes the score. Here cover took 1 off, and a clear view added 2. Click any of those words to read the rule.",
		},
		loss: {
			title: "A strength point gone",
			text: "The bar shows what each side has lost. At a third of its points a side is exhausted: it can still defend itself, but it may no longer attack.",
		},
		exhausted: {
			title: "Exhausted",
			text: "A third of its points are gone, so this side may not attack any more. An exhausted enemy can be walked up to; an exhausted army of your own had better hold what it has.",
		},
		retreat: {
			title: "Ground or strength",
			text: "Your unit is hit. Fall back, and it keeps its strength; stand, and it loses a point but keeps its ground.",
		},
		advance: {
			title: "The square is yours",
			text: "You have won a close combat and the square is empty. You may step into it, or stay where you are.",
		},
		choose: {
			title: "Now your units",
			text: "Every unit with a bright border may act this turn, one after another, in any order. Click one.",
		},
		combat: {
			title: "Close combat",
			text: "Next to an enemy you can fight hand to hand. Both sides throw, and both can be hit, so look at both chances first. Attack from the flank, and the odds are better.",
		},
		blocked: {
			title: "No line of sight",
			text: (why: string) =>
				`This unit can’t see that square: ${why}. Hills, woods and buildings hide what is behind them; so do units. Keep the way clear for your guns.`,
		},
		go: {
			title: "How it stands there",
			text: "Click the square again to go there, or pick an arrow to face another way. A unit fires and fights to its front and is weak in flank and rear. A warning says who could strike it there.",
		},
		reach: {
			title: "Where it can go, what it can hit",
			text: "Light squares can be reached; a percentage on an enemy is the chance of a hit. Woods and the farm are cover for you, too. Click a square to see what would happen: nothing is done until you say so.",
		},
		why: {
			title: "Why not?",
			text: "Click a square the unit can’t go to, and the rule against it is named. Undo takes back anything no die has settled.",
		},
		enemy: {
			title: "The enemy’s turn",
			text: "The enemy announces his intentions. Set the pace above the board, or skip ahead.",
		},
	},
};
