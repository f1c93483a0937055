// The suite on documents that it knows nothing of, in YAML, without error codes or other behaviour.
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, expect, onTestFinished, test } from "vitest";
import { pix } from "../../packages/conformance/src/pix/suite.ts";
import type { Report } from "../../packages/conformance/src/report.ts";
import { runCommandLine } from "../../packages/conformance/src/run-command-line.ts";
import { buildPackages, type Package } from "../generator/support/server-package.ts";
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

async function run(
  url: string,
  file = document,
  ...others: string[]
): Promise<{ code: number; report: Report; err: string }> {
  let out = "";
  let err = "";
  const args = [url, "--contract", file, "--format", "json", "--seed", "1", ...others];
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

const stations = join(folder, "stations.yaml");
const stationsDocument = `openapi: 3.0.3
info: { title: Stations, version: "1.0" }
security: [{ QueryKey: [] }]
paths:
  /stations:
    get:
      operationId: listStations
      parameters: [{ name: city, in: query, required: true, schema: { type: string, minLength: 1 } }]
      responses:
        "200": { description: Those of a city., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Station" } } } } }
        "400": { description: Invalid. }
        "401": { description: The key is missing or wrong. }
    post:
      operationId: createStation
      security: [{ CookieKey: [] }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewStation" } } } }
      responses:
        "201": { description: The station., content: { application/json: { schema: { $ref: "#/components/schemas/Station" } } } }
        "400": { description: Invalid. }
        "401": { description: The key is missing or wrong. }
  /stations/{id}:
    get:
      operationId: getStation
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: The station., content: { application/json: { schema: { $ref: "#/components/schemas/Station" } } } }
        "401": { description: The key is missing or wrong. }
        "404": { description: Unknown. }
components:
  securitySchemes:
    QueryKey: { type: apiKey, in: query, name: key }
    CookieKey: { type: apiKey, in: cookie, name: session }
  schemas:
    NewStation:
      type: object
      required: [code]
      properties:
        code: { type: string, pattern: "^[A-Z]{3}$" }
        platforms: { type: integer, minimum: 1, maximum: 40 }
        passengers: { type: integer }
    Station:
      allOf:
        - $ref: "#/components/schemas/NewStation"
        - { type: object, required: [id], properties: { id: { type: string } } }
`;
await writeFile(stations, stationsDocument);

/** The generated server of the document; `isKey` judges keys. */
async function startStations(
  isKey = (key: string): boolean => key === "station-key-1",
): Promise<string> {
  const { load } = await buildPackages("stations", stationsDocument);
  const kept = new Map<string, object>();
  const authenticate = (key: string) => (isKey(key) ? { caller: {}, callerId: key } : null);
  const { createStationsServer } = await load("server/src/index.ts");
  const handlers = {
    listStations: ({ reply }: Package) => reply.ok([...kept.values()]),
    createStation: ({ body, reply }: Package) => {
      const station = { ...body, id: String(kept.size + 1) };
      kept.set(station.id, station);
      return reply.ok(station);
    },
    getStation: ({ params, reply }: Package) => {
      const found = kept.get(params.id);
      return found ? reply.ok(found) : reply.send(404);
    },
  };
  const authenticators = { QueryKey: authenticate, CookieKey: authenticate };
  const made: Package = await createStationsServer({ authenticators, handlers, logger: false });
  onTestFinished(() => made.close());
  return made.listen({ port: 0, host: "127.0.0.1" });
}

const credentials = ["--api-key", "anna", "--api-secret", "station-key-1"];

test("keys in the query and in a cookie are sent, and numbers without a maximum: nothing is found on the generated server", async () => {
  const { report } = await run(await startStations(), stations, ...credentials);
  expect(report.findings).toEqual([]);
  expect(report.coverage).toMatchObject({
    listStations: expect.arrayContaining(["authentication"]),
    createStation: expect.arrayContaining(["authentication", "good-data-accepted"]),
    getStation: expect.arrayContaining(["authentication", "lookup"]),
  });
});

test("a server that takes any key is found at each operation, and no report shows the key", async () => {
  const { report } = await run(await startStations(() => true), stations, ...credentials);
  const places = report.findings.flatMap(({ check, causes }) =>
    causes.map(({ operation, place }) => `${check} ${operation}: ${place}`),
  );
  for (const operation of ["listStations", "createStation", "getStation"])
    expect(places).toContain(`authentication ${operation}: credentials: unknown`);
  expect(JSON.stringify(report)).not.toContain("station-key-1");
});

test("a document without operations is refused in a sentence", async () => {
  const empty = join(folder, "empty.yaml");
  await writeFile(empty, 'openapi: 3.0.0\ninfo: { title: A, version: "1" }\npaths: {}\n');
  const refused: string[] = [];
  const err = (text: string) => refused.push(text);
  expect(await runCommandLine(pix, ["http://a", "--contract", empty], { out: err, err })).toBe(2);
  expect(refused).toEqual([expect.stringContaining(`--contract ${empty}: it has no operations.`)]);
});

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
