// The collection that Postman makes of the document.
import { beforeAll, expect, test } from "vitest";
import type { Document } from "../../packages/contract/src/openapi.ts";
import { contract } from "../support/contract.ts";
import { guideRow, installTools, loadTool, readDocument } from "./support/tools.ts";

interface Item {
  name: string;
  item?: Item[];
  request?: { method: string; description?: { content: string }; body?: { raw?: string } };
  response?: { code: number; body?: string }[];
}

interface Converter {
  convert(
    input: { type: "json"; data: Document },
    options: object,
    done: (
      error: Error | null,
      made: { result: boolean; reason?: string; output: { data: Item & { info: { name: string } } }[] },
    ) => void,
  ): void;
}

let collection: Item & { info: { name: string } };

beforeAll(async () => {
  await installTools();
  const converter = await loadTool<Converter>("openapi-to-postmanv2");
  const data = await readDocument();
  collection = await new Promise((resolve, reject) => {
    const options = { folderStrategy: "Tags", includeWebhooks: true, requestParametersResolution: "Example" };
    converter.convert({ type: "json", data }, options, (error, made) => {
      const [output] = made?.output ?? [];
      if (error || !made.result || !output) reject(error ?? new Error(made.reason));
      else resolve(output.data);
    });
  });
}, 400_000);

test("has a folder for each group and one for the notifications, all by their names", () => {
  const folders = (collection.item ?? []).map(({ name, item = [] }) => [name, item.map((entry) => entry.name).sort()]);
  expect(collection.info.name).toBe(contract.title);
  expect(folders).toEqual([
    ...contract.groups.map(({ name, operations }) => [
      name,
      operations.map(({ id }) => contract.operations.find((one) => one.id === id)?.summary).sort(),
    ]),
    ["Webhooks", contract.notifications.map(({ summary }) => summary).sort()],
  ]);
});

test("has the example of each response", () => {
  const requests = (collection.item ?? []).flatMap(({ item = [] }) => item);
  for (const { summary, responses } of contract.operations) {
    const saved = requests.find(({ name }) => name === summary)?.response ?? [];
    expect(new Set(saved.map(({ code }) => code)), summary).toEqual(new Set(responses.map(({ status }) => status)));
  }
});

test("has an example as the body of each request, by the option that the guide names", async () => {
  const requests = (collection.item ?? []).flatMap(({ item = [] }) => item);
  for (const { summary, body } of contract.operations) {
    const sent = requests.find(({ name }) => name === summary)?.request?.body?.raw;
    if (body) expect(body.examples.map(({ value }) => value)).toContainEqual(JSON.parse(sent ?? ""));
  }
  expect(await guideRow("openapi-to-postmanv2")).toContain("`requestParametersResolution=Example`");
});

test("says what the contract says of behaviour", () => {
  const requests = (collection.item ?? []).flatMap(({ item = [] }) => item);
  const words = (name: string): string =>
    requests.find((one) => one.name === name)?.request?.description?.content ?? "";
  expect(words("Send a transfer (PIX OUT)")).toContain("remembered for 24 hours, for each caller on its own");
  expect(words("Create a charge (PIX IN)")).toContain("100 requests in 1 minute for each API key");
  expect(words("Charge paid")).toContain("Attempts: 8");
  expect(words("Charge paid")).toContain("Assumed");
});
