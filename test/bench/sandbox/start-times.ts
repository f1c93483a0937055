// Sends by IPC how long `createSandbox()` takes until the first answer: the first time in this process, and later.
// Of the package as it is built: modules that are loaded on the way are compiled from TypeScript otherwise.
const built = new URL("../../../packages/sandbox/dist/index.js", import.meta.url).href;
const { createSandbox } = (await import(
  built
)) as typeof import("../../../packages/sandbox/src/index.ts");

async function measure(): Promise<number> {
  const start = performance.now();
  await using sandbox = await createSandbox();
  const { baseUrl, apiKey, apiSecret } = sandbox.credentials;
  const authorization = `Basic ${btoa(`${apiKey}:${apiSecret}`)}`;
  const answer = await sandbox.fetch(`${baseUrl}/api/auth`, {
    method: "POST",
    headers: { authorization },
  });
  if (answer.status !== 200)
    throw new Error(`The sandbox answered ${answer.status}: ${await answer.text()}`);
  return performance.now() - start;
}

const first = await measure();
const times: number[] = [];
for (let round = 0; round < 15; round++) times.push(await measure());
process.send?.({ first, later: times.sort((a, b) => a - b)[7] });
