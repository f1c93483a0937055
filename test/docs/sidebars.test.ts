// The navigation of the reference has the notifications in the order of life, as the contract lists them.
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPages } from "../../docs/.vitepress/pages.ts";
import { sidebarsOf } from "../../docs/.vitepress/sidebars.ts";
import { contract } from "../support/contract.ts";

test.each(["transaction", "transfer"])("events of a %s", (subject) => {
  const shown = JSON.stringify(
    sidebarsOf(readPages(join(import.meta.dirname, "../..")))["/reference/"],
  );
  const events = contract.notifications
    .filter((one) => one.subject === subject)
    .map(({ event }) => event);
  const places = events.map((event) => shown.indexOf(`/notifications/${event}"`));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
});
