// The provider that docs/guides/provider.md prints, in a process of its own.
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import pg from "pg";
import { basic } from "./call.ts";

export const apiKey = "key-loja";
export const apiSecret = "secret:with:colons";
const root = join(import.meta.dirname, "../../..");

/** Starts the provider in a guide's folder, and gives its address when it listens. */
export async function startProvider(
  folder: string,
  database: string,
  children: ChildProcess[],
): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(
    process.execPath,
    ["--import", join(root, "scripts/from-source.ts"), join(folder, "provider.ts")],
    {
      env: { ...process.env, NODE_ENV: "test", PORT: "0", DATABASE_URL: database },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  children.push(child);
  let said = "";
  for await (const data of child.stdout) {
    said += String(data);
    const url = /^http:\S+$/m.exec(said)?.[0];
    if (url) {
      child.stdout.resume();
      return { url, child };
    }
  }
  throw new Error(`The provider did not start: ${said}`);
}

/** Lets every request be the first of its window: within the limits, tests would wait for minutes. */
export async function countNothing(database: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: database });
  await pool.query(`
    create function first_of_its_window() returns trigger language plpgsql
      as $$ begin new.count = 1; return new; end $$;
    create trigger first_of_its_window before insert or update on contract_rate_limits
      for each row execute function first_of_its_window()`);
  await pool.end();
}

/** A token of the provider's company. */
export async function issueToken(url: string): Promise<string> {
  const headers = { authorization: basic(apiKey, apiSecret) };
  const issued = await fetch(`${url}/api/auth`, { method: "POST", headers });
  return ((await issued.json()) as { token: string }).token;
}
