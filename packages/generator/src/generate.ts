#!/usr/bin/env node
import { allowClosedOutput } from "@packages/contract/src/closed-output.ts";
import { requireNode } from "@packages/contract/src/node-version.ts";
import { own, ownCommand } from "./installed.ts";

requireNode(ownCommand, own.engines.node.replace(">=", ""));
allowClosedOutput();
// Loaded here, and not above: an old Node cannot load it.
const { runGenerator } = await import("./run-generator.ts");
await runGenerator();
