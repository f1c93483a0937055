// The navigation of the reference has the notifications in the order of life, as the contract lists them.
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPages } from "../../docs/.vitepress/pages.ts";
import { sidebarsOf } from "../../docs/.vitepress/sidebars.ts";
import { contract } from "../support/contract.ts";

test("each page has a path of its own, and each guide stands in the navigation once", () => {
  const pages = readPages(join(import.meta.dirname, "../.."));
  const paths = pages.map(({ page }) => page);
  expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
  const shown = JSON.stringify(sidebarsOf(pages)["/guides/"]);
  const guides = pages.filter(({ page }) => page.startsWith("guides/"));
  expect(guides.length).toBeGreaterThan(10);
  for (const { page } of guides) {
    expect(shown.split(`"/${page.replace(/\.md$/, "")}"`)).toHaveLength(2);
  }
});

test.each(["transaction", "transfer"])("events of a %s", (subject) => {
  const shown = JSON.stringify(
    sidebarsOf(readPages(join(import.meta.dirname, "../..")))["/reference/"],
  );
  const events = contract.notifications
    .filter((one) => one.subject === subject)
    .map(({ event }) => event);
  const places = events.map((event) => shown.indexOf(`/event-${event}"`));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
});
