// A hand-written service on Express: its parser, a check of the token, a limit, the same schema, the same answer.
import type { AddressInfo } from "node:net";
import express from "express";
import { isCharge } from "./charge-check.ts";
import { countRequest } from "./rate-limit.ts";
import { announce, answer, companyOf, path } from "./request.ts";

let requests = 0;
const app = express().disable("x-powered-by");
app.use((request, response, next) => {
  requests += 1;
  response.set("x-request-id", `request-${requests}`);
  const company = companyOf(request.headers.authorization?.replace("Bearer ", ""));
  if (company === undefined) {
    response.status(401).json({ error: "unauthorized" });
    return;
  }
  const limitHeaders = countRequest(company);
  if (!limitHeaders) {
    response.status(429).json({ error: "too many requests" });
    return;
  }
  response.set(limitHeaders);
  next();
});
app.use(express.json());
app.post(path, (request, response) => {
  if (!isCharge(request.body)) {
    response.status(400).json({ error: isCharge.errors });
    return;
  }
  response.json({ ...answer, data: { ...answer.data, amount: request.body.amountInCents } });
});
const server = app.listen(0, "127.0.0.1", () =>
  announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
