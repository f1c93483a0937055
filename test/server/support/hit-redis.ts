// A process that counts on a Redis: hits one key as often as its argument says, and sends the counts that it got.
import { Redis } from "ioredis";
import { RedisRateLimitStore } from "../../../generated/server/src/redis.ts";

const [port, times, now] = process.argv.slice(2).map(Number) as [number, number, number];
const client = new Redis(port);
const store = new RedisRateLimitStore(client);
const hits = Array.from({ length: times }, () =>
  store.hit({ key: "k", limit: 10, window: 60_000, now }),
);
process.send?.(await Promise.all(hits));
await client.quit();
process.disconnect();
