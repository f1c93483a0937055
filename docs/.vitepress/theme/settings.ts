import { reactive } from "vue";
import { placeholders, type Server } from "../servers.ts";

/** What a reader has chosen, on this page or another one: it is kept in the browser. */
export interface Settings {
  language: string;
  /** Name of the server that the requests are for. */
  server: string;
  /** Another address and its credentials, where the reader has given them. */
  own: Pick<Server, "url" | "user" | "password">;
  /** The newest identifier by what it belongs to: `transactions`. */
  ids: Record<string, string>;
}

const place = "call-panel";

export const settings = reactive<Settings>({
  language: "curl",
  server: "sandbox",
  own: { url: "https://", user: "", password: "" },
  ids: {},
});

/** Reads what was kept. Not while the page is made, which knows no reader. */
export function restore(): void {
  try {
    Object.assign(settings, JSON.parse(localStorage.getItem(place) ?? "{}"));
  } catch {
    // What cannot be read is as good as nothing.
  }
}

export function keep(): void {
  localStorage.setItem(place, JSON.stringify(settings));
}

/** Highlighted code with the reader's values instead of those that stand for them. */
export function fillIn(
  html: string,
  { url, user = "key", password = "secret" }: Partial<Server>,
  others: string[][],
) {
  const values = [
    [placeholders.url, url ?? ""],
    [placeholders.key, user],
    [placeholders.secret, password],
    ...others,
  ];
  return values.reduce((text, [from = "", to = ""]) => text.replaceAll(from, plain(to)), html);
}

/** A value without what would end its word in any of the languages. */
function plain(value: string): string {
  return value.replaceAll(/[^\w.:/@%+~=,-]/g, "");
}
