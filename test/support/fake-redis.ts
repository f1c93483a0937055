// Redis in this process, for tests: hashes with an expiry. It runs scripts with a real Lua, one at a time, as Redis does.
import { LuaFactory } from "wasmoon";

type Reply = string | number | boolean | (string | false)[];

const engine = await new LuaFactory().createEngine();

/** A client of ioredis, as far as the stores need one. */
export class FakeRedis {
  readonly #hashes = new Map<string, { fields: Map<string, string>; expiresAt: number }>();
  /** Epoch milliseconds. */
  now = 1_700_000_000_000;

  async eval(script: string, count: number, ...given: (string | number)[]): Promise<unknown> {
    const texts = given.map(String);
    engine.global.set("KEYS", texts.slice(0, count));
    engine.global.set("ARGV", texts.slice(count));
    engine.global.set("call", (...command: string[]) => this.#call(command));
    // Arguments reach a script as a table of Lua's own, which counts from one.
    const run = `
      local function copy(list) local out = {} for i = 1, #list do out[i] = list[i] end return out end
      redis = { call = function(...) local reply = call(...)
        return type(reply) == 'userdata' and copy(reply) or reply end }
      KEYS, ARGV = copy(KEYS), copy(ARGV)
      ${script}`;
    return toReply(engine.doStringSync(run));
  }

  /** Milliseconds until a key is gone; -2 if there is none. */
  async pttl(key: string): Promise<number> {
    const hash = this.#find(key);
    return hash ? hash.expiresAt - this.now : -2;
  }

  #find(key: string) {
    const hash = this.#hashes.get(key);
    if (hash && hash.expiresAt <= this.now) this.#hashes.delete(key);
    return this.#hashes.get(key);
  }

  #call([name, key = "", ...given]: string[]): Reply {
    const fields = this.#find(key)?.fields;
    switch (name) {
      case "time":
        return [String(Math.floor(this.now / 1000)), String((this.now % 1000) * 1000)];
      case "hget":
        return fields?.get(String(given[0])) ?? false;
      case "hmget":
        return given.map((field) => fields?.get(field) ?? false);
      case "hset": {
        const own = fields ?? new Map<string, string>();
        for (let at = 0; at < given.length; at += 2)
          own.set(String(given[at]), String(given[at + 1]));
        if (!fields) this.#hashes.set(key, { fields: own, expiresAt: Number.POSITIVE_INFINITY });
        return given.length / 2;
      }
      case "hincrby": {
        const sum = Number(fields?.get(String(given[0])) ?? 0) + Number(given[1]);
        fields?.set(String(given[0]), String(sum));
        return sum;
      }
      case "pexpire": {
        const hash = this.#find(key);
        if (hash) hash.expiresAt = this.now + Number(given[0]);
        return hash ? 1 : 0;
      }
      case "del":
        return this.#hashes.delete(key) ? 1 : 0;
      default:
        throw new Error(`The fake of Redis does not know ${name}.`);
    }
  }
}

/** A reply as clients get it: whole numbers, null for false and for nothing. */
function toReply(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toReply);
  if (typeof value === "number") return Math.trunc(value);
  return value === false || value === undefined ? null : value;
}
