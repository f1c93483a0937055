#!/usr/bin/env node
// Generated from scripts/mock/cli.ts by `npm run generate`: edit that, not this file.
import { readOptions, usage } from "./read-options.js";
/** Prism's limit: older versions fail while they load it. */
const oldest = "24.18.0";
for (const signal of ["SIGINT", "SIGTERM"])
    process.once(signal, () => process.exit(0));
// A reader that goes away, like `head`, does not stop the mock.
process.stdout.on("error", () => { });
process.exitCode = await main();
async function main() {
    let options;
    try {
        options = readOptions();
    }
    catch (error) {
        console.error(`${messageOf(error)}\n\n${usage}`);
        return 2;
    }
    if (options.help) {
        console.log(usage);
        return 0;
    }
    const { node } = process.versions;
    if (node.localeCompare(oldest, "en", { numeric: true }) < 0) {
        console.error(`The mock needs Node ${oldest} or later; this is Node ${node}.`);
        return 1;
    }
    try {
        await start(options);
        return 0;
    }
    catch (error) {
        console.error(messageOf(error));
        return 1;
    }
}
async function start({ port, host, quiet }) {
    // Loaded here, and not above, so that an old Node gets as far as being told so.
    const { startMock } = await import("./start-mock.js");
    const { readContract } = await import("./package-files.js");
    const { introduce } = await import("./introduce.js");
    const mock = await startMock({ port, host, ...(!quiet && { log: console.log }) });
    console.log(quiet ? mock.url : introduce(await readContract(), mock.url));
}
function messageOf(error) {
    return error instanceof Error ? error.message : String(error);
}
