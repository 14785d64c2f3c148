// Writes the documents of docs/asyncapi.json as TypeScript types: node generate.mjs ASYNCAPI OUT
//
// json-schema-to-typescript does the work; all types go into one namespace, so that none meets a name of the browser's.

import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const [source, target] = process.argv.slice(2);
const asyncapi = JSON.parse(readFileSync(source, "utf8").replaceAll("#/components/schemas/", "#/$defs/"));
const schema = { title: "EveryType", type: "object", $defs: asyncapi.components.schemas };
const types = await compile(schema, "EveryType", {
  additionalProperties: false, bannerComment: "", format: false, unreachableDefinitions: true,
});
writeFileSync(target, `declare namespace Wire {\n${types}}\n`);
