// Each line is one hand as `scoreWin` takes it; answers its points and the numbers of its patterns.

import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const { scoreWin } = await import(pathToFileURL(path.join(process.argv[2], "zj", "scoring.mjs")).href);

for await (const line of readline.createInterface({ input: process.stdin })) {
  const { total, patterns } = scoreWin(JSON.parse(line));
  process.stdout.write(`${JSON.stringify({ total, patterns: patterns.map((pattern) => pattern.id) })}\n`);
}
