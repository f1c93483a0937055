// The lower end of ioredis' range passes the tests of the stores on a real Redis or Valkey.
import { test } from "vitest";
import { triedPeers } from "../packages/support/tried-peers.ts";
import { redisProgram } from "../support/redis.ts";
import { tryPeer } from "./support/try-peer.ts";

test.for(triedPeers.ioredis)("ioredis %s", async (version, { skip }) => {
  if (!redisProgram) skip("neither valkey-server nor redis-server is installed");
  await tryPeer("ioredis", version, "built/index.js", ["redis.deep.test.ts"]);
});
