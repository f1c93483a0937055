#!/usr/bin/env node
import { requireNode } from "@packages/contract/src/node-version.ts";
import { own, ownCommand } from "./installed.ts";

requireNode(ownCommand, own.engines.node.replace(">=", ""));
// Loaded here, and not above: an old Node cannot load it.
const { runGenerator } = await import("./run-generator.ts");
await runGenerator();
