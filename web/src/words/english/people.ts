import { counted } from "../numbers";
import { theSide } from "./sides";

export const people = {
	unsealed: {
		seed: "The dice of this battle come from a seed: its maker may know every one of them beforehand.",
		table: "The dice of this battle are rolled by hand, and typed in where nobody far away can see them.",
	},
	around: {
		you: "You",
		computer: "The computer",
		player: "A player",
		friend: "Your friend",
		states: { here: "here", away: "away", expected: "not here yet", computer: "ready" },
	},
	between: {
		heading: "Between the players",
		watching: (number: number) =>
			`${counted(number, { one: "spectator is", other: "spectators are" })} watching.`,
		draw: "Offer a draw",
		takeBack: "To ask for a take-back, pick the moment in the log.",
		lost: "Has your friend lost the link?",
		seat: (title: string) => `${title}: your seat.`,
		watch: "A link for spectators",
	},
	resign: {
		open: "Resign…",
		title: "Resign?",
		about: "The battle ends at once, and the other side wins. You can’t take this back.",
		stay: "Fight on",
		go: "Resign",
	},
	links: {
		friend: "Link for your friend",
		spectators: "Link for spectators",
		watchText: (title: string) => `${title}: watch the battle.`,
		code: "QR code of the link",
		codeAbout: "Scan it with a phone.",
		hereOnly: "This link works on this computer only.",
		alone: "To play over your network, start the server with",
		near: "Anyone on your network can use this one instead:",
	},
	waiting: {
		watching: "You will be watching",
		heading: "Waiting for your friend",
		headingOpen: "Waiting for an opponent",
		notBegun: "The battle has not begun",
		begins: "It begins when everybody is here",
		who: "Who is there",
		lost: "Connection lost; reconnecting…",
		link: "The link",
		send: "Send your friend this link",
		sendOpen: "Your battle is on the list of open seats",
		sendOpenAbout: "Anybody on this server can take the other side. You can also send somebody the link.",
		about: (side: string) =>
			`It gives command of ${theSide(side)} to the first person who opens it, on any device, without an account. Send it to nobody else.`,
		text: (title: string, side: string) => `${title}: a battle for two. You command ${theSide(side)}.`,
		close: "You can close this page: you’ll find the battle under Your battles.",
	},
	newLink: {
		open: "Make a new link…",
		title: "Make a new link?",
		free: "Nobody has taken the seat yet. The old link stops working at once.",
		taken:
			"Somebody sits there, so they are asked first, and everybody at the battle is told. If they stay away for a day, come back here: then you can give the seat to somebody else. It will be noted in the record, and orders nobody has seen will be void.",
		stay: "Cancel",
		go: "Make a new link",
	},
	claim: {
		title: "A new player for a seat",
		yours:
			"The owner of this battle wants to give your seat to somebody else. Any shots you have ordered but not yet fired would be void.",
		theirs: (side: string, free: string) =>
			`A new player is needed for ${theSide(side)}. The player who sits there now has been asked; if they stay away until ${free}, the seat can be given to somebody else.`,
		leave: "Give up my seat",
		stay: "Keep my seat",
	},
	invitation: {
		by: (host: string) => `${host} invites you to a battle`,
		plain: "You are invited to a battle",
		begun: "The battle is under way",
		free: "Your seat is free",
		early:
			"The first dice fell before you took this seat, and a host can start again until they suit. If you’d rather see them fall, ask for a new battle.",
		held: "In this browser you already command the other side. Take this one too, and you play both at one screen; the link is then used up.",
		name: "Your name",
		optional: "optional",
		take: (side: string) => `Take command of ${theSide(side)}`,
		about:
			"You need no account: this browser remembers your seat. Come back to this address at any time, or find the battle under Your battles.",
		back: "Back to my own seat",
		leave: "No, thanks",
	},
	sheet: {
		turns: (number: number) => counted(number, { one: "turn", other: "turns" }),
		command: "You command",
		from: (forces: string, edge: string) => `${forces}, from the ${edge}`,
		victory: "Victory",
		board: (columns: number, rows: number, grid: string) =>
			`${columns} × ${rows} ${grid === "hex" ? "hexes" : "squares"}`,
	},
	proposals: {
		label: "A proposal",
		after: (step: string) => `after “${step}”`,
		atTheStart: "at the beginning",
		youDraw: "You have offered a draw.",
		youBack: (when: string) => `You have asked to go back to how things stood ${when}.`,
		youRematch: "You have asked for a rematch. The new battle is under Your battles.",
		draw: (who: string) => `${who} offers a draw.`,
		back: (who: string, when: string) => `${who} asks to go back to how things stood ${when}.`,
		rematch: (who: string) => `${who} wants a rematch.`,
		concession: (side: string) =>
			`${theSide(side)} offers to give up. Take the victory, or decline and fight on.`,
		withdraw: "Withdraw",
		look: "Look at it",
		decline: "Decline",
		accept: "Accept",
		goThere: "Go to the new battle",
	},
	knock: {
		ask: "Tell me when it is my move",
		told: "You’ll be told when it is your move and this page is closed.",
		refused: (why: string) => `Your browser doesn’t allow it: ${why}`,
	},
	clock: {
		until: (hour: string) => `until ${hour}`,
		left: (time: string) => `${time} left`,
		days: (days: number, hours: number) =>
			`${counted(days, { one: "day", other: "days" })}${hours ? ` ${hours} h` : ""}`,
		hours: (hours: number, minutes: number) => `${hours} h${minutes ? ` ${minutes} min` : ""}`,
	},
	talk: {
		label: "Chat",
		you: "You",
		empty: "No messages yet. Spectators can’t see the chat.",
		say: "Say something",
		send: "Send",
	},
};
