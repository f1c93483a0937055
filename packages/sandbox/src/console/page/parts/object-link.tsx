import type { View } from "../names.ts";
import { linkTo } from "../state/route.ts";

const pages: Record<string, View> = { txn: "charges", trf: "transfers", wh: "webhooks" };

/** An identifier that leads to what it names. */
export function ObjectLink({ id }: { id: string }) {
  const view = pages[id.split("_")[0] ?? ""];
  const code = <code>{id}</code>;
  return view ? <a href={linkTo(view, id)}>{code}</a> : code;
}
