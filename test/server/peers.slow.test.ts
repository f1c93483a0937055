// The lower end of each peer's range passes the tests of what uses the peer. The upper end is the version that this repository
// has, which all other tests run on. ioredis needs a server: see `peers.deep.test.ts`.
import { test } from "vitest";
import { triedPeers } from "../packages/support/tried-peers.ts";
import { hosts, tryPeer } from "./support/try-peer.ts";

/** Of each peer, the file that is imported and the tests that run on it. */
const peers = {
  fastify: ["fastify.js", hosts],
  express: ["index.js", hosts],
  pg: ["lib/index.js", ["notifier.test.ts"]],
  undici: ["index.js", ["notifier.test.ts"]],
  "ipaddr.js": ["lib/ipaddr.js", ["notifier.test.ts"]],
  "@opentelemetry/api": ["build/src/index.js", ["observe.test.ts"]],
} as const;

const versions = (Object.keys(peers) as (keyof typeof peers)[]).flatMap((name) =>
  triedPeers[name].map((version) => [name, version, ...peers[name]] as const),
);

test.for(versions)("%s %s", ([name, version, entry, files]) =>
  tryPeer(name, version, entry, files),
);
