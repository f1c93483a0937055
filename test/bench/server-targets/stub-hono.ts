// The adapter for Fetch, on Hono.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { load, options } from "./options.ts";
import { announce } from "./request.ts";

const { pixHandler } = await load<typeof import("../../../generated/server/src/fetch.ts")>("fetch");
const handler = pixHandler(options as never);
const app = new Hono().all("*", (context) => handler(context.req.raw));
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => announce(`http://127.0.0.1:${port}`));
