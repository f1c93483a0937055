import { defineCommand } from "./command.ts";
import { connect, connectionOptions } from "./connection.ts";
import { showMoney, showStatus } from "./output.ts";
import { readChoice, readNumber } from "./read-arguments.ts";

const kinds = ["charges", "transfers"] as const;

export const list = defineCommand({
  name: "list",
  summary: "List the newest charges or transfers",
  words: ["[charges|transfers]"],
  options: {
    search: { type: "string", value: "TEXT", help: "those with this text (all)" },
    limit: { type: "string", value: "N", help: "how many, 1 to 200 (20)" },
    ...connectionOptions,
  },
  examples: ["list", "list transfers --limit 50", "list charges --search maria --json"],
  run: async ({ values, words: [kind = "charges"], output }) => {
    const path = `/${readChoice("list", kind, kinds)}` as const;
    const limit = readNumber("--limit", values.limit ?? "20", 1, 200);
    const { control, take } = connect(values);
    const query = { limit, ...(values.search !== undefined && { search: values.search }) };
    const { items } = await take(control.GET(path, { params: { query } }));
    if (items.length === 0) output.remark(`There are no ${kind}.`);
    for (const item of items) {
      output.result(item, () =>
        [
          item.createdAt,
          output.style("bold", item.id),
          showStatus(output, item.status.padEnd(10)),
          showMoney(item.amount).padStart(14),
          "pixKey" in item ? item.pixKey : item.customer.name,
        ].join("  "),
      );
    }
    return 0;
  },
});
