#!/usr/bin/env node
import { requireNode } from "@packages/contract/src/node-version.ts";

requireNode("The review", "22.13");
// Not before: what it imports does not load on an old Node.
const { runReview } = await import("./run-review.ts");
await runReview();
