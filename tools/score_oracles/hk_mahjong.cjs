// Each line is one hand: its readings as lists of tile names with the pair last, and how it was won. Answers the most
// faan of any reading, "limit" for an infinite one.

const path = require("node:path");
const readline = require("node:readline");

const folder = process.argv[2];
const { Tile, Meld, WinningHand, FaanCalculator } = require(path.join(folder, "node_modules", "hk-mahjong"));
const SUITS = { m: "character", p: "dot", s: "bamboo", z: "honor" };
// Our dragons are white, green, red (5z 6z 7z); theirs red, green, white.
const DRAGONS = { 5: 7, 6: 6, 7: 5 };

function tile(name) {
  const value = Number(name[0]);
  return new Tile({ suit: SUITS[name[1]], value: name[1] === "z" ? (DRAGONS[value] ?? value) : value });
}

function faan(reading, how) {
  const melds = reading.map((group) => new Meld(group.map(tile)));
  const { value } = FaanCalculator.calculate(new WinningHand(melds), how);
  return value === "∞" ? Infinity : value;
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { readings, how } = JSON.parse(line);
  const most = Math.max(...readings.map((reading) => faan(reading, how)));
  process.stdout.write(`${JSON.stringify(most === Infinity ? "limit" : most)}\n`);
});
