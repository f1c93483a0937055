// The client prints types of its own, open where a newer service may say more. What the document's types allow a server to
// send, they have to take; what they allow a client to send, the document's types have to take.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { complaintsOf } from "../support/complaints.ts";
import { contract } from "../support/contract.ts";
import { makeFolder } from "../support/folder.ts";

const root = join(import.meta.dirname, "../..");

test("the client's types take whatever the document's let a server send, and a status that only they know is none", async () => {
  const lines = Object.keys(contract.schemas).map(
    (name) => `export const take${name} = (sent: Document["${name}"]): Client.${name} => sent;`,
  );
  expect(lines.length).toBeGreaterThan(30);
  const imports = [
    `import type * as Client from "../../../generated/client/src/types.ts";`,
    `import type { components } from "../../../generated/openapi/types.d.ts";`,
    `type Document = components["schemas"];`,
  ];
  const unknown = [
    "export const status: Client.TransactionStatus = 'frozen';",
    "export const sent: Document['TransactionStatus'] = 'frozen';",
  ];
  const file = join(await makeFolder(undefined, join(root, "node_modules/.cache")), "use.ts");
  await writeFile(file, [...imports, ...lines, ...unknown].join("\n"));
  expect(complaintsOf([file]).get("use")).toMatch(/^.*'"frozen"' is not assignable.*\n$/);
});
