// `node --import ./scripts/run.js …`, for every command of this repository: dependencies are there, packages are read from
// their sources, and a command ends with the npm that runs it.
import "./installed.js";

// Imported after that check: without dependencies, the Node of the machine may read no TypeScript.
await import("./from-source.ts");
const { endWithNpm } = await import("../packages/contract/src/end-with-npm.ts");
endWithNpm();
