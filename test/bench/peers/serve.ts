// The service of the peers' comparison: it answers each of them in its own form, as quickly as Node can.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { accepted } from "../../support/samples.ts";

const transfer = {
  ...accepted,
  description: "",
  createdAt: "2026-11-20T15:00:00Z",
  updatedAt: "2026-11-20T15:00:00Z",
};
const answers: [path: string, body: string][] = [
  [
    "/api/auth",
    JSON.stringify({ success: true, token: "a.b.c", tokenType: "Bearer", expiresIn: 1_800_000 }),
  ],
  ["/api/v1/", JSON.stringify({ success: true, message: "Done.", data: transfer })],
  ["/v1/transfers", JSON.stringify({ object: "transfer", livemode: false, ...transfer })],
  ["/v1/files", JSON.stringify({ object: "file", ...transfer })],
];

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    const answer = answers.find(([path]) => request.url?.startsWith(path))?.[1];
    response.writeHead(answer ? 200 : 404, { "content-type": "application/json" }).end(answer);
  });
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
// It ends with the bench, however that ends.
process.once("disconnect", () => process.exit());
