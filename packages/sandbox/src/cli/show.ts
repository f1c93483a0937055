import { defineCommand } from "./command.ts";
import { connect, connectionOptions } from "./connection.ts";
import { showFields, showMoney, showStatus } from "./output.ts";

export const show = defineCommand({
  name: "show",
  summary: "Show a charge or a transfer",
  words: ["<id>"],
  options: connectionOptions,
  examples: ["show txn_2pQ8Lk5vYx0RbZcN", "show trf_7bN2vQ9mXk4LpR6s --json"],
  run: async ({ values, words: [id = ""], output }) => {
    const { control, take } = connect(values);
    const path = id.startsWith("trf_") ? "/transfers/{id}" : "/charges/{id}";
    const found = await take(control.GET(path, { params: { path: { id } } }));
    const other = "pixKey" in found ? found.pixKey : found.customer.name;
    output.result(found, () =>
      showFields(output, [
        [path === "/charges/{id}" ? "charge" : "transfer", output.style("bold", found.id)],
        ["amount", `${showMoney(found.amount)} (fee ${showMoney(found.fees)})`],
        ["status", showStatus(output, found.status)],
        [path === "/charges/{id}" ? "customer" : "to", other],
        ["created", found.createdAt],
        ["updated", found.updatedAt],
        ["endToEndId", found.pix?.endToEndId ?? "none yet"],
      ]),
    );
    return 0;
  },
});
