// A part of `npm run lint -- code`: reports the imports that are not allowed.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { findBrokenArrows, isSource } from "./house/arrows.ts";
import { readWorkspaces } from "./house/workspaces.ts";

const workspaces = readWorkspaces(".");
const listFiles = ["ls-files", "--cached", "--others", "--exclude-standard"];
const brokenImports = execFileSync("git", listFiles, { encoding: "utf8" })
  .split("\n")
  .filter((path) => isSource(path) && existsSync(path))
  .flatMap((path) => findBrokenArrows(path, readFileSync(path, "utf8"), workspaces));
for (const line of brokenImports) console.error(line);
if (brokenImports.length > 0) process.exit(1);
console.log("Each package imports only what its package.json lists.");
