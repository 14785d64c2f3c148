// Each line is {rules, tiles}: thirteen tiles less three a meld; answers the tiles that complete the hand.

import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const where = path.join(process.argv[2], "node_modules", "mahjong-tile-efficiency", "index.js");
const { RuleSet, tilesToHand } = await import(pathToFileURL(where).href);
const sets = {};

for await (const line of readline.createInterface({ input: process.stdin })) {
  const { rules, tiles } = JSON.parse(line);
  sets[rules] ??= new RuleSet(rules);
  const { shanten, ukeire } = sets[rules].calUkeire(tilesToHand(tiles));
  process.stdout.write(`${JSON.stringify(shanten === 0 ? Object.keys(ukeire) : [])}\n`);
}
