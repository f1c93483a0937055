import { expect, test } from "vitest";
import { findPort } from "../../test/support/find-port.ts";
import { listen } from "../../test/support/listen.ts";
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

test("a page's request is answered by its server: method, path, body, status and headers are kept", async () => {
  await using server = await listen((request, response) => {
    if (request.url?.startsWith("/gone")) return void request.socket.destroy();
    response.writeHead(418, {
      "x-seen": `${request.method} ${request.url} ${request.headers["x-a"]}`,
    });
    return void request.pipe(response);
  });
  const url = `http://127.0.0.1:${await findPort()}`;
  const own = { url, usual: url };
  const docs = await serveDocs(
    own,
    [{ name: "mock", url: server.url, usual: server.url }],
    () => new Promise(() => {}),
  );
  const init = { method: "PUT", headers: { "x-a": "b" }, body: "sent" };
  const response = await fetch(`${url}/try/mock/books/1?x=y`, init);
  expect([response.status, response.headers.get("x-seen"), await response.text()]).toEqual([
    418,
    "PUT /books/1?x=y b",
    "sent",
  ]);
  await expect(fetch(`${url}/try/mock/gone`)).rejects.toThrow();
  expect((await fetch(`${url}/try/other/books`)).status).toBe(503);
  await docs.close();
});
