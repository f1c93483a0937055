// A service with versions: what the behaviour library says is in the document of each, as far as the version has it.

import { compileSpec } from "@packages/contract/src/compile.ts";
import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import type { Document } from "@packages/contract/src/openapi.ts";
import { expect, test } from "vitest";
import { makeProject } from "./support/project.ts";

const spec = `
import "@typespec/http";
import "@typespec/versioning";
import "@pix-contract/behaviour";
using Http;
using Versioning;
using Behaviour;

@service(#{ title: "Shop" })
@versioned(Versions)
namespace Shop;
enum Versions { v1, v2 }

@lifecycle("order", #{ waitEndsAt: #["lost"] })
@transition(null, "open", #{ trigger: "it is made" })
@transition("open", "paid", #{ trigger: "it is paid", notification: "paid" })
@transition("open", "lost", #{ trigger: "it is lost", notification: "lost" })
@transition("lost", "open", #{ trigger: "it is found" })
enum Status { open, paid, @added(Versions.v2) lost }
model Order { id: string; @personal name: string; status: Status }

/** An order was paid. */
@example(#{ id: "msg_1", type: "order", event: "paid", order: #{ id: "7", name: "a", status: Status.paid } }, #{ title: "paid" })
model Paid { id: string; type: "order"; event: "paid"; order: Order }
/** An order was lost. */
@added(Versions.v2) model Lost { id: string; type: "order"; event: "lost"; order: Order }
@notifications
@discriminated(#{ envelope: "none", discriminatorPropertyName: "event" })
union Notice { paid: Paid, @added(Versions.v2) lost: Lost }

@rateLimit(#{ limit: 10, window: 60, scope: #["ip"] })
@notifies("url", "order")
@post op make(@query @example("7") day?: string, @body order: { url: url }): Order;
`;
// The same without versions, and as the first one would be written by itself.
const plain = spec.replace(/@versioned.*\n|enum Versions.*\n|@added\(Versions\.v2\) /g, "");
const first = plain
  .replace(
    /@transition\(.*lost.*\n|, lost(: Lost)?\b|\/\*\* An order was lost.*\n|model Lost.*\n/g,
    "",
  )
  .replace(', #{ waitEndsAt: #["lost"] }', "");

async function build(text: string, version?: string): Promise<Document> {
  const { entry } = await makeProject({ "main.tsp": text });
  const { info: _, ...document } = buildDocument((await compileSpec(entry, version)).document);
  return document as Document;
}

test.each([
  ["v2", plain],
  ["v1", first],
])("%s is the same as a spec without versions", async (version, text) => {
  const document = await build(spec, version);
  expect(document).toEqual(await build(text));
  expect(Object.keys(document.webhooks ?? {})).toEqual(
    version === "v1" ? ["paid"] : ["paid", "lost"],
  );
});
