// A sentence that is made from behaviour tells where its statement comes from, wherever it is printed.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listOperationSentences } from "@packages/contract/src/sentences.ts";
import { expect, test } from "vitest";
import { contract, document } from "../support/contract.ts";

const root = join(import.meta.dirname, "../..");

/** A page without the line breaks of its comments and without links, so that sentences can be found. */
function readPage(path: string): string {
  return readFileSync(join(root, path), "utf8").replaceAll(/\n *\* /g, " ");
}

const pages = ["generated/client/api.md", "generated/client/src/client.ts"];
const cases = [...listOperationSentences(document)].flatMap(([id, sentences]) =>
  sentences.flatMap(({ title, text, basis }) =>
    basis ? [{ id, title, text, reason: basis.reason }] : [],
  ),
);

test("rate limits, idempotency and tokens have sentences", () => {
  expect(new Set(cases.map(({ title }) => title))).toEqual(
    new Set(["Rate limit", "Idempotency", "Token"]),
  );
});

test.each(cases)("$id: $title, with its basis", ({ id, title, text, reason }) => {
  // The client has no method for the request of a token.
  const operation = contract.operations.find((one) => one.id === id);
  if (!operation?.token)
    for (const page of pages)
      expect(readPage(page), page).toMatch(followedBy(`${title}: ${text}`, reason));
  const reference = readPage(`docs/reference/operation-${id}.md`);
  for (const line of reference.split("\n").filter((one) => one.startsWith("- ")))
    if (/^- (\*\*)?(Rate limit|Idempotency|Repeat|Token)\b/.test(line) && !line.endsWith(": none"))
      expect(line).toContain("](basis.md#");
});

test.each(contract.lifecycles)("a wait for $schema, with the basis of its end", (lifecycle) => {
  for (const path of ["generated/client/api.md", "generated/client/src/waits.ts"])
    expect(readPage(path)).toContain(lifecycle["x-basis"]?.reason);
});

test("an error's basis stands beside it", () => {
  const api = readPage("generated/client/api.md");
  for (const { code, basis } of contract.errors)
    expect(api).toMatch(
      new RegExp(`^\\| \`${code}\` .* \\| ${basis?.kind ?? "documented"} \\|$`, "m"),
    );
});

function followedBy(text: string, reason: string): RegExp {
  const [sentence, source] = [text, reason].map((one) =>
    one.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(/\s+/g, "\\s+"),
  );
  return new RegExp(`${sentence}\\s+\\*\\*\\w+\\.\\*\\*\\s+${source}`);
}
