// What one would write by hand on Express: its parser, a check of the token, the same schema, the same answer.
import type { AddressInfo } from "node:net";
import express from "express";
import { isCharge } from "./charge-check.ts";
import { announce, answer, limitHeaders, path, token } from "./request.ts";

const app = express().disable("x-powered-by");
app.use((request, response, next) => {
  if (request.headers.authorization === `Bearer ${token}`) next();
  else response.status(401).json({ error: "unauthorized" });
});
app.use(express.json());
app.post(path, (request, response) => {
  if (!isCharge(request.body)) {
    response.status(400).json({ error: isCharge.errors });
    return;
  }
  response.set(limitHeaders).json({ ...answer, data: { ...answer.data, amount: request.body.amountInCents } });
});
const server = app.listen(0, "127.0.0.1", () => announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
