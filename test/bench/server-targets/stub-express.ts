// The adapter for Express.
import type { AddressInfo } from "node:net";
import express from "express";
import { load, options } from "./options.ts";
import { announce } from "./request.ts";

const { pixMiddleware } = await load<typeof import("../../../generated/server/src/express.ts")>("express");
const app = express().disable("x-powered-by");
app.use(pixMiddleware(options as never));
const server = app.listen(0, "127.0.0.1", () => announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
