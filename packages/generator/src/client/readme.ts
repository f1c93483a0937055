import { bodyKind } from "@packages/contract/src/media-types.ts";
import { key, literal } from "../print-code.ts";
import { installedAs, type Project } from "../project.ts";
import { fillTemplate } from "../template.ts";
import { type ClientModel, memberOf } from "./client-model.ts";
import { listOwnCodes, printSampleCall } from "./method-docs.ts";
import { printCredentials } from "./print-client.ts";
import { environmentOf } from "./print-contract.ts";

/** The README of the client: two minutes to the first call. Every block of TypeScript is a program that compiles. */
export function printReadme(
  client: ClientModel,
  notifications: boolean,
  project: Pick<Project, "name" | "version" | "published">,
): string {
  const { packageName: name, prefix, variable, contract, groups, issuer } = client;
  const { published } = project;
  const wait = groups.flatMap(({ waits }) => waits)[0];
  // The one that a wait waits for.
  const awaited = wait?.lifecycle.transitions.find(
    ({ to, notification }) => notification && wait.wanted.includes(to),
  );
  const event = awaited?.notification ?? contract.notifications[0]?.event ?? "";
  const failing = groups.flatMap(({ methods }) => methods).find(({ operation }) => operation.body);
  return fillTemplate("client.md", {
    name,
    prefix,
    variable,
    title: contract.title,
    version: contract.version,
    environment: environmentOf(client),
    issuer: issuer?.id ?? "",
    package: installedAs(project, "client"),
    // Until the packages are published, the sandbox runs in a clone of the repository.
    sandbox: published ? `npx ${name.replace(/client$/, "sandbox")}` : "npm run -s sandbox --",
    place: published ? "" : ", in a clone of the repository",
    there: published ? "" : " there",
    firstCalls: printFirstCalls(client),
    credentials: issuer
      ? `**Tokens** are obtained on first use and renewed ${issuer.token.renewEarly} seconds before they expire`
      : "**Credentials** are sent with each call that needs them",
    entries: listEntries(client, notifications)
      .map(([entry, text]) => `| \`${name}/${entry}\` | ${text} |`)
      .join("\n"),
    ...printKeyedCall(client),
    event: notifications ? key(event) : "",
    failing: `${failing?.operation.id}.error(${literal(failing ? listOwnCodes(failing.operation).at(-1) : "")})`,
  });
}

function listEntries(
  { variable, contract, groups, money, issuer }: ClientModel,
  notifications: boolean,
): string[][] {
  const hasBodies = groups.some(({ methods }) =>
    methods.some(({ operation: { body } }) => body && bodyKind(body.mediaType) === "json"),
  );
  const wait = groups.flatMap(({ waits }) => waits)[0];
  return [
    ...(wait
      ? [
          [
            "waits",
            `\`withWaits(${variable})\` adds \`${wait.name}\`, which looks the object up with growing pauses`,
          ],
        ]
      : []),
    ...(contract.operations.some(({ rateLimit }) => rateLimit)
      ? [
          [
            "pacing",
            "the option `pacing: createPacing()` lets calls wait until the rate limit has room",
          ],
        ]
      : []),
    ["hooks", "the option `hooks: watch({ onRetry })` calls functions at each step of a call"],
    ["logger", "`hooks: watch(logTo(pino()))` writes a line for each attempt, repetition and call"],
    [
      "keys",
      "the option `keyStore: fileKeyStore(path)` remembers idempotency keys across restarts",
    ],
    ...(issuer
      ? [
          [
            "tokens",
            "the option `tokenStore: fileTokenStore(path)` shares the token of short-lived processes",
          ],
        ]
      : []),
    [
      "helpers",
      `\`isFinal(status)\`, \`imageDataUrl(text)\`${money ? ", `formatAmount(amount)`" : ""}`,
    ],
    ...(notifications
      ? [["notifications", "receives notifications and checks their signatures"]]
      : []),
    [
      "raw",
      `\`createRaw(${variable})\` is the typed [openapi-fetch](https://openapi-ts.dev/openapi-fetch/) client of every path`,
    ],
    ["testing", "handlers for [msw](https://mswjs.io)"],
    ...(hasBodies
      ? [
          [
            "standard-schema",
            "a [Standard Schema](https://standardschema.dev) of each request body, for forms: all mistakes at once",
          ],
        ]
      : []),
    [
      "tanstack-query",
      "options for [TanStack Query](https://tanstack.com/query): `useQuery(…Query(client, id))`, `useMutation(…Mutation(client))`",
    ],
  ];
}

/** The program of the first two minutes: creates something and waits for it, if the contract allows that. */
function printFirstCalls(client: ClientModel): string {
  const { packageName, prefix, variable, address, groups, issuer } = client;
  const environment = environmentOf(client);
  const waiting = groups.find(
    ({ waits, methods }) => waits.length > 0 && methods.some(({ operation }) => operation.body),
  );
  const [wait] = waiting?.waits ?? [];
  const first = waiting?.methods.find(({ operation }) => operation.body);
  const waits = waiting && wait && first;
  const create = `create${prefix}Client(${issuer ? "" : `{ baseUrl: "${address}"${printCredentials(client)} }`})`;
  return `import { create${prefix}Client } from "${packageName}";
${waits ? `import { withWaits } from "${packageName}/waits";\n` : ""}
${issuer ? `// Reads ${environment}_BASE_URL, ${environment}_API_KEY and ${environment}_API_SECRET.\n` : ""}const ${variable} = ${waits ? `withWaits(${create})` : create};
${
  waits
    ? `
${printSampleCall(client, waiting, first)}
console.log(data.id);

const ended = await ${memberOf(client, waiting)}.${wait.name}(data.id, { timeout: 10 * 60_000 });
console.log(ended.${wait.field});
`
    : ""
}`;
}

/** A call with an idempotency key, and an error that another attempt does not mend; empty if no operation takes a key. */
function printKeyedCall(
  client: ClientModel,
): Record<"keyedMethod" | "keyedCall" | "lastingCode", string> {
  for (const group of client.groups) {
    const method = group.methods.find(({ operation }) => operation.idempotency);
    if (!method) continue;
    const codes = listOwnCodes(method.operation);
    // Neither another token nor another request mends it.
    const lasting = client.contract.errors.find(
      ({ code, status, retryable }) =>
        codes.includes(code) && !retryable && status !== 400 && status !== 401,
    );
    const call = printSampleCall(client, group, method)
      .replace(/^const data = /, "")
      .replace(/\);$/, ", { idempotencyKey });")
      .replaceAll("\n", "\n  ");
    const keyedMethod = `${memberOf(client, group)}.${method.name}`;
    return { keyedMethod, keyedCall: call, lastingCode: literal(lasting?.code ?? "") };
  }
  return { keyedMethod: "", keyedCall: "", lastingCode: "" };
}
