"""A bot in twenty lines: shoots and fights when it can, otherwise does anything. It leaves the rules to the engine.

.venv/bin/pw play toll-house --bot ".venv/bin/python examples/bot.py"
.venv/bin/pw arena sergeant --bot ".venv/bin/python examples/bot.py" --scenarios port-sabine
"""

import json
import random
import subprocess
import sys

ENGINE = "from portable_wargame.cli import run; run(['engine'])"
with subprocess.Popen(
    [sys.executable, "-c", ENGINE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
) as engine:
    assert engine.stdin is not None and engine.stdout is not None
    for line in sys.stdin:
        request = json.loads(line)
        best = request["cmd"] == "best"
        print(json.dumps({"cmd": "legal"}) if best else line.strip(), file=engine.stdin, flush=True)
        reply = json.loads(engine.stdout.readline())
        if best:
            attacks = [one for one in reply["actions"] if one["do"] in ("fire", "fight", "bombard")]
            reply = {"ok": True, "action": random.choice(attacks or reply["actions"]), "intent": "charge!"}
        elif request["cmd"] == "hello":
            reply["name"] = "Hothead"
        print(json.dumps(reply), flush=True)
