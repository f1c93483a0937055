// The adapter for Fastify, as a plugin on an instance of the host's.
import Fastify from "fastify";
import { load, options } from "./options.ts";
import { announce } from "./request.ts";

const { pixServer } = await load<typeof import("../../../generated/server/src/fastify.ts")>("fastify");
const app = Fastify({ logger: false });
await app.register((scope) => pixServer(scope as never, options as never));
announce(await app.listen({ port: 0, host: "127.0.0.1" }));
