// The client's handlers on the oldest msw that the package promises, and at the ends of its older series: other tests use the newest.
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { installProject } from "./support/project.ts";
import { run } from "./support/run.ts";
import { triedPeers } from "./support/tried-peers.ts";

const program = `
import { createPixClient } from "@pix-contract/client";
import { createPixHandlers } from "@pix-contract/client/testing";
import { setupServer } from "msw/node";
const baseUrl = "https://pix.example";
const handlers = createPixHandlers({ baseUrl });
const server = setupServer(...handlers.all);
server.listen({ onUnhandledRequest: "error" });
const pix = createPixClient({ baseUrl, apiKey: "key", apiSecret: "secret" });
const { id } = await pix.transactions.get("txn_1");
server.use(handlers.createTransfer.error("INSUFFICIENT_BALANCE"));
const order = { pixKey: "destino@example.com", amount: 1000 };
const error = await pix.transfers.create(order).catch((error) => error);
server.use(handlers.createTransfer.example("complete", { once: true }));
const { status } = await pix.transfers.create(order);
server.use(handlers.createTransfer.networkError());
const { outcome } = await pix.transfers.create(order, { retry: false }).catch((error) => error);
console.log(JSON.stringify([id, error.code, error.outcome, status, outcome]));
server.close();
`;

test.for(triedPeers.msw)("the handlers answer on msw %s", async (version) => {
  const folder = await installProject(["@pix-contract/client"], [`msw@${version}`]);
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "program.js"), program);
  const said = JSON.parse(await run(process.execPath, ["program.js"], folder)) as unknown[];
  expect(said).toEqual([
    expect.stringMatching(/^txn_/),
    "INSUFFICIENT_BALANCE",
    "refused",
    "queued",
    "unknown",
  ]);
});
