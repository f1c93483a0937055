#!/usr/bin/env node
import { allowClosedOutput } from "@packages/contract/src/closed-output.ts";
import { requireNode } from "@packages/contract/src/node-version.ts";

requireNode("The review", "22.13");
allowClosedOutput();
// Not before: its imports do not load on an old Node.
const { runReview } = await import("./run-review.ts");
await runReview();
