// `node --import ./scripts/run.js …`, for every command of this repository: dependencies are there, packages are read from
// their sources, and what npm started ends with npm.
import "./installed.js";

// Imported after that check: without dependencies, the Node of the machine may read no TypeScript.
await import("./from-source.ts");
await import("./end-with-npm.ts");
