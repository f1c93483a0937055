import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Contract } from "../../../contract/src/model.ts";
import { panelsOf } from "./panel.ts";

const root = join(import.meta.dirname, "../../../..");
const contract = JSON.parse(readFileSync(join(root, "generated/openapi/contract.json"), "utf8")) as Contract;
const project = { name: "shop-contract", version: "1.0.0", license: "MIT", dependencies: {} };
const panels = panelsOf(project, contract);

test("every operation and every notification has its requests in each language", () => {
  expect(Object.keys(panels)).toHaveLength(contract.operations.length + contract.notifications.length);
  for (const [page, { requests }] of Object.entries(panels)) {
    expect(requests.length, page).toBeGreaterThan(0);
    for (const { code } of requests) {
      expect(code.map(({ label }) => label).sort(), page).toEqual(["HTTP", "TypeScript", "curl"]);
      for (const { text } of code) expect(text.trim(), page).not.toBe("");
    }
  }
});

test("every named example is shown, of requests and of responses", () => {
  for (const { id, body, responses } of contract.operations) {
    const panel = panels[`operation-${id}`];
    expect(panel?.requests.map(({ name }) => name).filter(Boolean)).toEqual(
      body?.examples.map(({ name }) => name) ?? [],
    );
    const named = responses.flatMap(({ status, examples }) => examples.map(({ name }) => ({ status, name })));
    expect(panel?.responses).toMatchObject(named);
  }
});

test("a call says where its token comes from, and which header has to be new each time", () => {
  for (const { id, security, idempotency } of contract.operations) {
    const call = panels[`operation-${id}`]?.call;
    expect(call?.keyHeader).toBe(idempotency?.header);
    expect(call?.token !== undefined, id).toBe(contract.operations.some(({ token }) => token?.scheme === security));
  }
});
