import { type Trigger, triggers } from "../src/service/triggers.ts";

const reais = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });

const note =
  "Use either the amount or the address. Addresses are stable; amounts may change when the contract gets a new error.";

/** The triggers as tables of Markdown, one for each operation. */
export function printTriggers(): string {
  const operations = [...new Set(triggers.map(({ operation }) => operation))];
  const tables = operations.map((operation) =>
    printTable(triggers.filter((trigger) => trigger.operation === operation)),
  );
  return [note, ...tables].join("\n\n");
}

function printTable(some: readonly Trigger[]): string {
  const [first] = some;
  if (!first) return "";
  const hasAmount = first.amount !== undefined;
  const head = [...(hasAmount ? ["Amount"] : []), `\`${first.field}\``, "What happens"];
  const rows = some.map((trigger) => [
    ...(hasAmount ? [`\`${trigger.amount}\` (${printAmount(trigger.amount ?? 0)})`] : []),
    `\`${trigger.value}\``,
    describe(trigger),
  ]);
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return `**\`${first.operation}\`**\n\n${lines.join("\n")}`;
}

function printAmount(centavos: number): string {
  return reais.format(centavos / 100).replaceAll("\u00a0", " ");
}

function describe({ effect, description }: Trigger): string {
  // A line break would end the row.
  const text = description.replaceAll(/\s+/g, " ").replaceAll("|", "\\|");
  return effect.kind === "fail" ? `${effect.status} \`${effect.code}\`: ${text}` : text;
}
