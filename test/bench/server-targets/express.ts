// A hand-written service on Express, with its parser of bodies.
import type { AddressInfo } from "node:net";
import express from "express";
import { admit, answer, type Call, isSingleIn, parseBody } from "./hand-written.ts";
import { announce, callNames, operationOf } from "./request.ts";

const app = express().disable("x-powered-by");
const read = express.raw({ type: "application/json" });
for (const name of callNames) {
  const { method, path } = operationOf(name);
  const route = app.route(path.replace(/\{(.*)\}/, ":$1"));
  route[method.toLowerCase() as "get"]((request, response, next) => {
    const call: Call = {
      name,
      header: (header) => request.headers[header] as string | undefined,
      isSingle: (header) => isSingleIn(request.rawHeaders, header),
      ip: request.ip ?? "",
    };
    const admitted = admit(call);
    if ("status" in admitted) {
      response.status(admitted.status).set(admitted.headers).json(admitted.body);
      return;
    }
    const { company, headers } = admitted;
    read(request, response, async (failure: unknown) => {
      if (failure) return next(failure);
      const body = Buffer.isBuffer(request.body) ? parseBody(request.body) : undefined;
      const given = await answer(call, company, headers, body);
      response.status(given.status).set(headers).json(given.body);
    });
  });
}
const server = app.listen(0, "127.0.0.1", () =>
  announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
