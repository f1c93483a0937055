// Makes the calls against real addresses, and prints what the client said: `node runtime.js '{"breaks": "http://…"}'`, and
// perhaps through a proxy: `node '…' node '{"breaks": "http://…"}'`. In a worker the request's body has the addresses.
import { makeCalls } from "./calls.ts";

/** Agents that go through a proxy, by name. */
const agents = {
  async node(proxy, protocol) {
    const { Agent } = await import(protocol === "https:" ? "node:https" : "node:http");
    return new Agent({ proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } });
  },
  async packages(proxy, protocol) {
    const { HttpProxyAgent } = await import("http-proxy-agent");
    const { HttpsProxyAgent } = await import("https-proxy-agent");
    return protocol === "https:" ? new HttpsProxyAgent(proxy) : new HttpProxyAgent(proxy);
  },
};

const play = async (addresses, name, proxies) => {
  const played = {};
  for (const [fault, baseUrl] of Object.entries(addresses)) {
    const agent = await agents[name]?.(proxies[fault], new URL(baseUrl).protocol);
    played[fault] = await makeCalls(baseUrl, { agent });
  }
  return played;
};

export default {
  fetch: async (request) => Response.json(await play(await request.json())),
};

const [addresses, name, proxies = "{}"] = globalThis.process?.argv?.slice(2) ?? [];
if (addresses) {
  console.log(JSON.stringify(await play(JSON.parse(addresses), name, JSON.parse(proxies))));
  process.exit();
}
