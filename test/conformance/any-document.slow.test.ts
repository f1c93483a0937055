// The suite on a document that it knows nothing of, in YAML, without error codes or other behaviour.
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { pix } from "../../packages/conformance/src/pix/suite.ts";
import type { Report } from "../../packages/conformance/src/report.ts";
import { runCommandLine } from "../../packages/conformance/src/run-command-line.ts";
import { makeFolder } from "../support/folder.ts";

const folder = await makeFolder(afterAll);
const document = join(folder, "pets.yaml");
await writeFile(
  document,
  `openapi: 3.0.3
info: { title: Pets, version: "1.0" }
paths:
  /pets:
    get:
      operationId: listPets
      responses:
        "200": { description: All pets., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Pet" } } } } }
    post:
      operationId: createPet
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewPet" }, example: { name: Rex } } } }
      responses:
        "201": { description: The pet., content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
        "400": { description: Invalid. }
        "415": { description: Not JSON. }
  /pets/{id}:
    get:
      operationId: getPet
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: The pet., content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
        "404": { description: Unknown. }
components:
  schemas:
    NewPet: { type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 20 } } }
    Pet: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
`,
);

/** A service of the document; `maxLength` is that of names. */
async function startPets({ maxLength = 20 } = {}): Promise<string> {
  const pets: { id: string; name: string }[] = [];
  const respond = (response: ServerResponse, status: number, body?: object): void => {
    if (body) response.setHeader("content-type", "application/json");
    response.writeHead(status).end(body && JSON.stringify(body));
  };
  const create = (request: IncomingMessage, response: ServerResponse, body: Buffer): void => {
    const isJson = /^application\/json\b/i.test(request.headers["content-type"] ?? "");
    const name = readName(body);
    const isValid = name !== undefined && name !== "" && [...name].length <= maxLength;
    if (!isJson || !isValid) respond(response, isJson ? 400 : 415);
    else {
      const pet = { id: String(pets.length + 1), name };
      pets.push(pet);
      respond(response, 201, pet);
    }
  };
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { pathname } = new URL(request.url ?? "/", "http://x");
      const [, collection, id] = pathname.split("/").map(decode);
      const pet = pets.find((one) => one.id === id);
      if (collection !== "pets" || (id !== undefined && !pet)) respond(response, 404);
      else if (pet) respond(response, 200, pet);
      else if (request.method === "GET") respond(response, 200, pets);
      else create(request, response, Buffer.concat(chunks));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function readName(body: Buffer): string | undefined {
  try {
    const { name } = JSON.parse(utf8.decode(body)) as { name: unknown };
    const isText = typeof name === "string" && !name.includes("\0") && name.isWellFormed();
    return isText ? name : undefined;
  } catch {
    return undefined;
  }
}

async function run(url: string): Promise<{ code: number; report: Report; err: string }> {
  let out = "";
  let err = "";
  const args = [url, "--contract", document, "--format", "json", "--seed", "1"];
  const code = await runCommandLine(pix, args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { code, report: JSON.parse(out) as Report, err };
}

test("it says first what it cannot test, and a server of the document has no finding", async () => {
  const { report, err } = await run(await startPets());
  expect(err).toMatch(
    /^Pets: 3 operations, tested by their schemas, statuses and credentials\. It states no rate limits, idempotency keys, error codes, lifecycles, notifications: these are not tested\./,
  );
  expect(report.findings).toEqual([]);
  expect(report.grade.passed).toBeGreaterThan(10);
});

test("a name of 20 characters that is refused, and one of 21 that is accepted, are found", async () => {
  for (const maxLength of [19, 21]) {
    const { code, report } = await run(await startPets({ maxLength }));
    expect(code).toBe(1);
    const causes = report.findings.flatMap(({ check, causes }) =>
      causes.map(({ operation, place }) => `${check} ${operation} ${place}`),
    );
    const check = maxLength < 20 ? "good-data-accepted" : "bad-data-refused";
    expect(causes).toContain(`${check} createPet name`);
    server?.close();
  }
});
