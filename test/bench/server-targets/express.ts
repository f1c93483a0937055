// A hand-written service on Express, with its parser of JSON.
import type { AddressInfo } from "node:net";
import express from "express";
import { admit, answer, type Call } from "./hand-written.ts";
import { announce, callNames, operationOf } from "./request.ts";

const app = express().disable("x-powered-by");
const parse = express.json();
for (const name of callNames) {
  const { method, path } = operationOf(name);
  const route = app.route(path.replace(/\{(.*)\}/, ":$1"));
  route[method.toLowerCase() as "get"]((request, response, next) => {
    const call: Call = {
      name,
      header: (header) => request.headers[header] as string | undefined,
      ip: request.ip ?? "",
      body: () => request.body,
    };
    const admitted = admit(call);
    if ("status" in admitted) {
      response.status(admitted.status).set(admitted.headers).json(admitted.body);
      return;
    }
    const { company, headers } = admitted;
    parse(request, response, (failure: unknown) => {
      if (failure) return next(failure);
      const given = answer(call, company, headers, call.body());
      response.status(given.status).set(headers).json(given.body);
    });
  });
}
const server = app.listen(0, "127.0.0.1", () =>
  announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
