import type { Destinations } from "@pix-contract/server/notifier";
import type { Settings } from "./settings.ts";

/** What a sandbox is made of. Everything may be left out. */
export interface SandboxOptions {
  /** Folder that keeps the state; in memory if absent. */
  data?: string | undefined;
  /** `postgres://…`: a database that any number of processes may share, instead of a folder. */
  databaseUrl?: string | undefined;
  /** Key that secrets are derived from, 32 bytes in Base64; made and kept with the data if absent. */
  key?: string | undefined;
  /** Where the sandbox is reached; it stands in the codes of charges. `http://127.0.0.1:4020` if absent. */
  publicUrl?: string | undefined;
  /**
   * Where notifications may go besides public `https:` URLs; if absent, `http:` URLs of this machine too, as long as the
   * sandbox listens for this machine alone.
   */
  destinations?: Partial<Destinations> | undefined;
  /** Name of the header with the signature of a notification; the contract's if absent. */
  signatureHeader?: string | undefined;
  /** Settings to start with; those that are stored already stay. */
  settings?: Partial<Settings> | undefined;
  /**
   * The company that is there from the start. Its secret is well-known if absent, or, where others than this machine can
   * reach the sandbox, derived from the key.
   */
  company?: { name?: string | undefined; apiKey?: string | undefined; apiSecret?: string | undefined } | undefined;
  /** Whether what is due is done by itself; true if absent. Else `settle` does it. */
  automatic?: boolean | undefined;
  /** What the control plane asks for as `Authorization: Bearer`; needed where others than this machine reach the sandbox. */
  controlToken?: string | undefined;
  /**
   * Whether others than this machine can reach the sandbox, as through a proxy: the control plane is off then, unless
   * there is a `controlToken`. If absent, it is so where `publicUrl` or the address to listen on is not this machine's.
   */
  exposed?: boolean | undefined;
  /** Whether the last 1,000 requests are kept for the control plane, credentials redacted; true if absent. */
  requestLog?: boolean | undefined;
  /** Log level, or false for none; none if absent. The log goes to the error output. */
  logLevel?: "debug" | "info" | "warn" | "error" | false | undefined;
}
