// A hand-written service on Hono.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { admit, answer, type Call, parseBody } from "./hand-written.ts";
import { announce, callNames, operationOf } from "./request.ts";

const app = new Hono();
for (const name of callNames) {
  const { method, path, body } = operationOf(name);
  app.on(method, path.replace(/\{(.*)\}/, ":$1"), async (context) => {
    const call: Call = {
      name,
      header: (header) => context.req.header(header),
      // A `Request` has several joined by commas.
      isSingle: (header) => !context.req.header(header)?.includes(", "),
      ip: "",
    };
    const admitted = admit(call);
    if ("status" in admitted)
      return context.json(admitted.body, admitted.status as 401, admitted.headers);
    const { company, headers } = admitted;
    const bytes = body ? new Uint8Array(await context.req.arrayBuffer()) : new Uint8Array();
    const given = await answer(call, company, headers, parseBody(bytes));
    return context.json(given.body as object, given.status as 200, headers);
  });
}
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
  announce(`http://127.0.0.1:${port}`),
);
