import type { Contract, Operation } from "@packages/contract/src/model.ts";
import type { Json } from "@packages/contract/src/openapi.ts";
import { listSuccesses } from "@packages/contract/src/successes.ts";
import { listOwnScopes } from "@packages/server/src/check-setup.ts";
import { key, literal } from "../print-code.ts";
import { installedAs, type Project } from "../project.ts";
import { fillTemplate } from "../template.ts";
import { hasNotifier } from "./adapter-files.ts";
import { makeSuccessEntry, successOf } from "./contract-table.ts";
import type { ServerNames } from "./names.ts";
import type { SpecModule } from "./spec-modules.ts";

/** The README of the server package, with an example that a test runs. */
export function printServerReadme(
  project: Project,
  contract: Contract,
  names: ServerNames,
  modules: readonly SpecModule[],
): string {
  const name = `@${project.name}/server`;
  const { create, madePlugin, middleware, fetchHandler, notifier } = names;
  return fillTemplate("server.md", {
    name,
    package: installedAs(project, "server"),
    create,
    madePlugin,
    middleware,
    fetchHandler,
    notifier: hasNotifier(contract) ? notifier : "",
    title: contract.title,
    version: contract.version,
    operations: String(contract.operations.length),
    example: printExample(project, contract, names),
    modules: modules
      .map(({ name: entry, packages, about }) => {
        const needs = packages.length > 0 ? ` (\`npm install ${packages.join(" ")}\`)` : "";
        return `| | \`${name}/${entry}\` | ${about}${needs} |\n`;
      })
      .join(""),
  });
}

/** The example: a program that serves the operation that issues tokens, if there is one, and one more. */
function printExample(project: Project, contract: Contract, { create }: ServerNames): string {
  const issuer = contract.operations.find(({ token }) => token);
  const others = contract.operations.filter((operation) => operation !== issuer && operation.body);
  const other = others.sort((a, b) => exampleSize(a) - exampleSize(b))[0] ?? contract.operations[0];
  const shown = [...new Set([issuer, other])].filter((operation) => operation !== undefined);
  const token =
    issuer?.token && (successExample(issuer) as Record<string, Json>)[issuer.token.token];
  const schemes = new Set(contract.operations.flatMap(({ scheme }) => scheme ?? []));
  const authenticators = [...schemes].map((scheme) =>
    contract.securitySchemes[scheme]?.scheme?.toLowerCase() === "basic"
      ? `    ${key(scheme)}: ({ username, password }) => (username === "key" && password === "secret" ? known : null),`
      : `    ${key(scheme)}: (given) => (given === token ? known : null),`,
  );
  const values = listOwnScopes(contract.operations).map((scope) =>
    schemes.size > 0
      ? `    ${key(scope)}: ({ ip }, caller) => caller?.name ?? ip,`
      : `    ${key(scope)}: ({ ip }) => ip,`,
  );
  const scopes = values.length > 0 ? `  scopes: {\n${values.join("\n")}\n  },\n` : "";
  return `import { ${create} } from "@${project.name}/server";

const known = { caller: { name: "Example" }, callerId: "caller-1" };
const token = ${literal(token ?? "example-token")};

const server = await ${create}({
  authenticators: {
${authenticators.join("\n")}
  },
${scopes}  handlers: {
${shown.map((operation) => printHandler(contract, operation, issuer?.token?.token)).join("\n")}
  },
  partial: true,
});

process.once("SIGTERM", () => server.close());
console.log(await server.listen({ port: Number(process.env.PORT ?? 8080) }));
`;
}

function printHandler(
  contract: Contract,
  operation: Operation,
  tokenField: string | undefined,
): string {
  const example = successExample(operation) as Record<string, Json>;
  const rule = makeSuccessEntry(contract, operation);
  if (!rule)
    return `    ${key(operation.id)}: ({ reply }) => reply.send(${listSuccesses(operation)[0]?.status ?? 200}),`;
  const { envelope, constants } = rule;
  if (!envelope) {
    const fields = Object.entries(example).filter(([name]) => !(name in constants));
    const written = fields.map(([name, value]) => {
      if (name === tokenField) return name === "token" ? name : `${key(name)}: token`;
      return `${key(name)}: ${literal(value)}`;
    });
    return `    ${key(operation.id)}: ({ reply }) => reply.ok({ ${written.join(", ")} }),`;
  }
  return `    ${key(operation.id)}: ({ body, caller, log, reply }) => {
      log.info({ body, caller: caller.name }, ${literal(operation.summary)});
      return reply.ok(${literal(example.data, "      ")});
    },`;
}

function successExample(operation: Operation): Json {
  return successOf(operation)?.examples[0]?.value ?? {};
}

function exampleSize(operation: Operation): number {
  return JSON.stringify(successExample(operation)).length;
}
