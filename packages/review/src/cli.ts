#!/usr/bin/env node
const { node } = process.versions;
if (node.localeCompare("22.13.0", "en", { numeric: true }) < 0) {
  process.stderr.write(`The review needs Node 22.13 or later; this is Node ${node}.\n`);
  process.exitCode = 2;
} else {
  // Not before: what it imports does not load on an old Node.
  const { runReview } = await import("./run-review.ts");
  await runReview();
}
