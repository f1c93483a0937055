// node:http alone: reads the body, parses it and answers the same JSON with as many headers. It checks and counts nothing.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { announce, answers } from "./request.ts";

const limitHeaders = {
  "x-ratelimit-limit": "100",
  "x-ratelimit-remaining": "99",
  "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + 60),
  "x-ratelimit-window": "60",
};
let requests = 0;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as { amountInCents: number };
    const text = JSON.stringify({
      ...answers.charge,
      data: { ...answers.charge.data, amount: body.amountInCents },
    });
    requests += 1;
    requests += 1;
    response.writeHead(200, {
      ...limitHeaders,
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(text),
      "x-request-id": `request-${requests}`,
    });
    response.end(text);
  });
});
server.listen(0, "127.0.0.1", () =>
  announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
