import { expect, test } from "vitest";
import { findPort } from "../../test/support/find-port.ts";
import { serveDocs } from "./docs.ts";

test("until the pages are built, each address says so, and loads again by itself", async () => {
  const url = `http://127.0.0.1:${await findPort()}`;
  const docs = await serveDocs({ url, usual: url }, [], () => new Promise(() => {}));
  for (const path of ["/", "/guides/start"]) {
    const response = await fetch(url + path);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
    const page = await response.text();
    expect(page).toContain('<meta http-equiv="refresh" content="2">');
    expect(page).toContain("The documentation is being built");
  }
  await docs.close();
});
