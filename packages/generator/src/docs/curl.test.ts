import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { contract } from "../../../../test/support/tiny-contract.ts";
import type { Operation } from "../../../contract/src/model.ts";
import { curlFor } from "./curl.ts";

/** The words that a shell hands to curl. */
function wordsOf(command: string): string[] {
  const script = `curl() { for word; do printf '%s\\0' "$word"; done; }\n${command}`;
  return execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
}

function operation(changes: Partial<Operation> = {}): Operation {
  const [first] = contract.operations;
  if (!first) throw new Error("The tiny contract has an operation.");
  return { ...first, ...changes };
}

test("a shell hands every word to curl as it is meant", () => {
  expect(wordsOf(curlFor(operation(), contract, "http://127.0.0.1:4010/"))).toEqual([
    "-i",
    "-X",
    "PUT",
    "http://127.0.0.1:4010/books/a%2Fb'c/%5Bx%5D'$(y)?days=14",
    "-H",
    "Authorization: Bearer token",
    "-H",
    "X-Key: it's $(me) ",
    "-H",
    "Content-Type: application/json",
    "-d",
    '{"reader":"it\'s `me` $(x)\\n"}',
  ]);
});

test("tokens and credentials are plain words, which a mock takes", () => {
  const token = { scheme: "Card", token: "pass", expiresIn: "", unit: "seconds" as const, lifetime: 1, renewEarly: 0 };
  const issuer = operation({
    id: "issueCard",
    security: "Desk",
    method: "POST",
    token: { ...token, claims: {} },
    responses: [
      {
        status: 200,
        description: "",
        headers: [],
        errors: [],
        examples: [{ name: "a", summary: "", value: { pass: "p.q" } }],
      },
    ],
  });
  const both = {
    ...contract,
    securitySchemes: { ...contract.securitySchemes, Desk: { type: "http", scheme: "Basic" } },
    operations: [operation(), issuer],
  };
  expect(wordsOf(curlFor(operation(), both, "http://a"))).toContain("Authorization: Bearer token");
  expect(curlFor(issuer, both, "http://a")).toMatch(/^curl -i 'http:.* \\\n {2}-u key:secret \\\n/);
});

test("a call without a body is one short line", () => {
  const { body: _, ...bare } = operation({ method: "GET", path: "/books", security: null, parameters: [] });
  expect(curlFor(bare, contract, "http://a")).toBe("curl -i http://a/books");
  expect(curlFor({ ...bare, method: "POST" }, contract, "http://a")).toBe("curl -i -X POST http://a/books");
});

test("a long body has a line for each field, and is still one word", () => {
  const body = { reader: "it's", books: ["of a length that a line does not take", "$(x)"], note: "a\nb\u0085" };
  const command = curlFor(operation(), contract, "http://a", body);
  expect(command).toContain(`-d '{\n  "reader": "it'\\''s",\n`);
  expect(JSON.parse(wordsOf(command).at(-1) ?? "")).toEqual({ ...body, note: "a\nb " });
});

test("a header whose name is none is left out", () => {
  const odd = operation().parameters.map((parameter) => ({
    ...parameter,
    name: parameter.in === "header" ? "@/etc/passwd" : parameter.name,
  }));
  expect(curlFor(operation({ parameters: odd }), contract, "http://a")).not.toContain("passwd");
});
