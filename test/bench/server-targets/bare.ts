// node:http alone: reads the body, parses it and answers the same JSON with the same headers.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { announce, answer, limitHeaders } from "./request.ts";

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as { amountInCents: number };
    const text = JSON.stringify({ ...answer, data: { ...answer.data, amount: body.amountInCents } });
    response.writeHead(200, {
      ...limitHeaders,
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(text),
    });
    response.end(text);
  });
});
server.listen(0, "127.0.0.1", () => announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
