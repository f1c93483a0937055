// What one would write by hand on Hono: a check of the token, the same schema, the same answer.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { isCharge } from "./charge-check.ts";
import { announce, answer, limitHeaders, path, token } from "./request.ts";

const app = new Hono();
app.post(path, async (context) => {
  if (context.req.header("authorization") !== `Bearer ${token}`) return context.json({ error: "unauthorized" }, 401);
  const body: unknown = await context.req.json();
  if (!isCharge(body)) return context.json({ error: isCharge.errors }, 400);
  return context.json({ ...answer, data: { ...answer.data, amount: body.amountInCents } }, 200, limitHeaders);
});
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => announce(`http://127.0.0.1:${port}`));
