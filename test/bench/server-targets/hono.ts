// A hand-written service on Hono: a check of the token, a limit, the same schema, the same answer.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { isCharge } from "./charge-check.ts";
import { countRequest } from "./rate-limit.ts";
import { announce, answer, companyOf, path } from "./request.ts";

let requests = 0;
const app = new Hono();
app.post(path, async (context) => {
  const company = companyOf(context.req.header("authorization")?.replace("Bearer ", ""));
  if (company === undefined) return context.json({ error: "unauthorized" }, 401);
  const limitHeaders = countRequest(company);
  if (!limitHeaders) return context.json({ error: "too many requests" }, 429);
  requests += 1;
  const headers = { ...limitHeaders, "x-request-id": `request-${requests}` };
  const body: unknown = await context.req.json();
  if (!isCharge(body)) return context.json({ error: isCharge.errors }, 400, headers);
  return context.json(
    { ...answer, data: { ...answer.data, amount: body.amountInCents } },
    200,
    headers,
  );
});
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
  announce(`http://127.0.0.1:${port}`),
);
