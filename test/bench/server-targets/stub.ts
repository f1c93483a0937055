// The adapter for `node:http`.
import { load, options } from "./options.ts";
import { announce } from "./request.ts";

const { createPixServer } = await load<typeof import("../../../generated/server/src/index.ts")>("index");
const server = await createPixServer(options as never);
announce(await server.listen({ port: 0, host: "127.0.0.1" }));
