"""Plays a match and reads its events: python3 events.py fourscore-match match.toml --pairs 20"""
import json
import subprocess
import sys

runner = subprocess.Popen(sys.argv[1:] + ["--json", "--quiet"], stdout=subprocess.PIPE, text=True)
for line in runner.stdout:
    event = json.loads(line)
    if event["event"] == "begin":
        names = [engine["name"] for engine in event["engines"]]
    elif event["event"] == "game":
        record, standing = event["record"], event["engines"][0]
        print(f"{record['game']}: {record['p1']} - {record['p2']} {record['result']} by {record['reason']};",
              f"{names[0]} +{standing['won']} ={standing['drawn']} -{standing['lost']}")
    elif event["event"] == "end":
        for engine in event["summary"]["engines"]:
            print(engine["name"], engine["results"]["score"], engine["results"]["elo"])
sys.exit(runner.wait())
