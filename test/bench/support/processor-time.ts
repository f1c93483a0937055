import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Seconds of processor time that a target has used, which it tells when it is asked for "cpu". */
export async function processorTime(target: ChildProcess): Promise<number> {
  target.send("cpu");
  const [{ cpu }] = (await once(target, "message")) as [{ cpu: NodeJS.CpuUsage }];
  return (cpu.user + cpu.system) / 1e6;
}
