// Makes the calls under something that intercepts requests, and prints what the client said and what was carried out:
// `node interceptors.js msw2`. It is bundled into the folder in which the interceptors are installed.
import { makeCalls } from "./calls.ts";

const [name, secure] = process.argv.slice(2);
const baseUrl = `${secure === "https" ? "https" : "http"}://pix.example`;
const paths = { transfer: "/api/v1/pix/out/pixkey", charge: "/api/v1/pix/in/qrcode" };
const forever = () => new Promise(() => {});
const refused = () =>
  Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:443"), {
    errno: -111,
    code: "ECONNREFUSED",
    syscall: "connect",
  });

/** Calls that were carried out. */
let executed;

/** Sets an interceptor up for a fault, and gives the options of the client and what takes it away. */
const interceptors = {
  msw2: async (fault) => useMsw(await import("msw2"), await import("msw2/node"), fault),
  msw3: async (fault) => useMsw(await import("msw3"), await import("msw3/node"), fault),
  nock13: async (fault) => useNock((await import("nock13")).default, fault),
  nock15: async (fault) => useNock((await import("nock")).default, fault),
  async mockAgent(fault) {
    const { fetch, MockAgent } = await import("undici");
    const agent = new MockAgent();
    agent.disableNetConnect();
    for (const [call, path] of Object.entries(paths)) {
      const one = agent.get(baseUrl).intercept({ path, method: "POST" });
      const carryOut = () => {
        executed[call] += 1;
        if (fault === "hangs") return forever();
        throw new Error("socket hang up");
      };
      if (fault === "never connects") one.replyWithError(refused()).persist();
      else one.reply(carryOut).persist();
    }
    return {
      options: { fetch: (url, init) => fetch(url, { ...init, dispatcher: agent }) },
      end: () => {},
    };
  },
};

function useMsw({ http, HttpResponse }, { setupServer }, fault) {
  const handlers = Object.entries(paths).map(([call, path]) =>
    http.post(`*${path}`, () => {
      if (fault !== "never connects") executed[call] += 1;
      return fault === "hangs" ? forever() : HttpResponse.error();
    }),
  );
  const server = setupServer(...handlers);
  server.listen();
  return { end: () => server.close() };
}

function useNock(nock, fault) {
  nock.disableNetConnect();
  for (const [call, path] of Object.entries(paths)) {
    const one = nock(baseUrl).persist().post(path);
    if (fault === "never connects") one.replyWithError(refused());
    else
      one.reply(200, async () => {
        executed[call] += 1;
        if (fault === "hangs") await forever();
        throw new Error("socket hang up");
      });
  }
  return { end: () => nock.cleanAll() };
}

const played = {};
for (const fault of ["breaks", "hangs", "never connects"]) {
  executed = { transfer: 0, charge: 0 };
  const { options, end } = await interceptors[name](fault);
  const claims = await makeCalls(baseUrl, { allowInsecure: true, ...options });
  await end();
  played[fault] = claims.map((claim) => ({ ...claim, executed: executed[claim.call] }));
}
console.log(JSON.stringify(played));
process.exit();
