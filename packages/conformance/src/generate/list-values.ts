import type { Operation } from "../contract.ts";
import { Listener } from "../listener.ts";
import type { Suite } from "../run.ts";
import { Session } from "../session.ts";
import { badBodies, goodBodies, isFreeText } from "./cases.ts";
import { fieldsOfBody } from "./fields.ts";

/** What is tried at each field of each operation's body, in lines: classes of values, right and wrong ones. */
export async function listValues({ contract, profile }: Suite): Promise<string> {
  const listener = await Listener.open();
  const options = { url: "", apiKey: "", apiSecret: "", seed: 1, pace: false };
  const session = new Session(contract, profile, options, listener, () => {});
  await listener.close();
  const list = (operation: Operation): string => {
    const fields = new Map<string, string[]>();
    for (const { label, path } of [
      ...badBodies(session, operation),
      ...goodBodies(session, operation),
    ]) {
      const name = path.join(".");
      const value = label.slice(name === "" ? 0 : name.length + 2);
      fields.set(name, [...(fields.get(name) ?? []), shorten(value)]);
    }
    const lines = [...fields].map(
      ([name, values]) => `  ${name || "the body"}: ${[...new Set(values)].join("; ")}\n`,
    );
    const free = fieldsOfBody(contract, operation).filter(({ shape }) => isFreeText(shape));
    const names = free.map(({ path }) => path.join("."));
    return `${operation.id}\n${lines.join("")}  bytes that are not UTF-8: in ${names.join(", ")}\n`;
  };
  return contract.operations
    .filter(({ body }) => body)
    .map(list)
    .join("\n");
}

const shorten = (value: string): string => (value.length > 60 ? `${value.slice(0, 59)}…` : value);
