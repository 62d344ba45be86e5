// A bot in JavaScript: node bot.mjs. Like bot.py it leaves the rules to `pw engine`, and only chooses: it shoots first.
import { spawn } from "node:child_process";
import readline from "node:readline";

const engine = spawn("pw", ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
const answers = readline.createInterface({ input: engine.stdout })[Symbol.asyncIterator]();

async function ask(request) {
	engine.stdin.write(`${JSON.stringify(request)}\n`);
	return JSON.parse((await answers.next()).value);
}

async function best() {
	const { actions } = await ask({ cmd: "legal" });
	const attack = actions.find((action) => ["fire", "fight", "bombard"].includes(action.do));
	return { ok: true, action: attack ?? actions.at(-1), intent: "shoot first" };
}

for await (const line of readline.createInterface({ input: process.stdin })) {
	const request = JSON.parse(line);
	const answer = request.cmd === "best" ? await best() : await ask(request);
	if (request.cmd === "hello") answer.name = "Gunslinger";
	console.log(JSON.stringify(answer));
}
engine.stdin.end();
