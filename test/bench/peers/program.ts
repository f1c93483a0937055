// A client in a separate process: each message is how many lookups and creations it makes, sixteen at a time. It answers with
// the calls that it makes in a second of its processor time.
/** What it does: it looks an object up, or creates one. */
type Calls = Record<"get" | "create", () => Promise<unknown>>;

const [, , file = "", url = ""] = process.argv;
const { makeCalls } = (await import(file)) as { makeCalls(url: string): Calls };
const calls = makeCalls(url);

async function run(call: Calls["get"], times: number): Promise<number> {
  const before = process.cpuUsage();
  const work = async (): Promise<void> => {
    for (let done = 0; done < times / 16; done += 1) await call();
  };
  await Promise.all(Array.from({ length: 16 }, work));
  const { user, system } = process.cpuUsage(before);
  return times / ((user + system) / 1e6);
}

process.on("message", async (times: number) => {
  const get = await run(calls.get, times);
  process.send?.({ get, create: await run(calls.create, times) });
});
process.send?.("ready");
