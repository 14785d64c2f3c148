// Runs the firmware's core under MicroPython: node micropython_replay.mjs INTERPRETER CORE_FOLDER PROGRAM SESSION
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [interpreter, core, program, session] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(interpreter).href);
const micropython = await loadMicroPython({ heapsize: 32 * 1024 * 1024, stdout: (line) => console.log(line) });
micropython.FS.mkdir("/board_firmware");
for (const name of fs.readdirSync(core).filter((file) => file.endsWith(".py"))) {
  micropython.FS.writeFile(`/board_firmware/${name}`, fs.readFileSync(path.join(core, name)));
}
micropython.FS.writeFile("/session.json", fs.readFileSync(session));
micropython.runPython(fs.readFileSync(program, "utf8"));
