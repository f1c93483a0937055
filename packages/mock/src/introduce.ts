import type { Contract, Operation } from "../../contract/src/model.ts";

/** The text that the mock prints when it has started: its URL and two requests to try. */
export function introduce(contract: Contract, url: string): string {
  const lines = [`${contract.title} ${contract.version}, mocked by Prism: ${url}`];
  // A request without a body is short enough to try.
  const simple = contract.operations.filter(({ body }) => !body);
  const rich = [...simple].sort((a, b) => successes(b).length - successes(a).length)[0];
  const limited = simple.find(({ responses }) => responses.some(({ status }) => status === 429)) ?? simple[0];
  const example = rich && successes(rich).at(-1);
  if (rich && example) lines.push("", "Try an answer by its example:", curl(contract, rich, url, `example=${example}`));
  const error = limited?.responses.at(-1);
  if (limited && error) lines.push("", "Try an error:", curl(contract, limited, url, `code=${error.status}`));
  lines.push("", "Any credentials are accepted. Ctrl+C stops the mock.", "");
  return lines.join("\n");
}

function successes({ responses }: Operation): string[] {
  return responses.filter(({ status }) => status < 300).flatMap(({ examples }) => examples.map(({ name }) => name));
}

function curl(contract: Contract, operation: Operation, url: string, prefer: string): string {
  const { method, path, parameters, security } = operation;
  const filled = path.replace(/\{(.+?)\}/g, (_, name) =>
    encodeURIComponent(String(parameters.find((parameter) => parameter.name === name)?.example ?? "1")),
  );
  const scheme = contract.securitySchemes[security ?? ""]?.scheme?.toLowerCase();
  const credentials = { basic: "-u key:secret", bearer: '-H "Authorization: Bearer token"' }[scheme ?? ""];
  // Double quotes serve every shell, that of Windows too.
  return [
    "  curl -i",
    method === "GET" ? "" : `-X ${method}`,
    credentials ?? "",
    `-H "Prefer: ${prefer}"`,
    url + filled,
  ]
    .filter((part) => part !== "")
    .join(" ");
}
