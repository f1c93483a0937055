// A real Redis or Valkey. No package of the npm registry has one: tests look for what the system has (Debian: redis-server).
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { findPort } from "./find-port.ts";

/** The program of this system; undefined where it has none. */
export const redisProgram = ["valkey-server", "redis-server"].find(
  (name) => !spawnSync(name, ["--version"]).error,
);

/** A free port, and what starts a server there that keeps nothing. */
export async function placeForRedis(): Promise<{ port: number; launch: () => ChildProcess }> {
  const port = await findPort();
  const parameters = ["--port", String(port), "--save", "", "--appendonly", "no"];
  return {
    port,
    launch: () => spawn(redisProgram ?? "redis-server", parameters, { stdio: "ignore" }),
  };
}
