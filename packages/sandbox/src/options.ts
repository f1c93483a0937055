import { isObject } from "@packages/contract/src/check/run.ts";
import type { Destinations } from "@pix-contract/server/notifier";
import { checkInput, describeUnknownField } from "./control/check-input.ts";
import { type InvalidField, InvalidInputError } from "./control/invalid-input-error.ts";
import type { Snapshot } from "./control/snapshot.ts";
import { isPublicUrl, maxPublicUrlLength } from "./pix/charge-url.ts";
import type { ControlSettings } from "./settings.ts";

/** An option: which values fit, and how a message goes on after "must be". */
interface Option<Value> {
  fits(value: unknown): boolean;
  words: string;
  /** For the type alone. */
  value?: Value;
}

const isFilledText = (value: unknown): value is string => typeof value === "string" && value !== "";
const textOption = (words: string, pattern = /^/): Option<string> => ({
  fits: (value) => isFilledText(value) && pattern.test(value),
  words,
});
const objectOption = <Value>(words: string): Option<Value> => ({ fits: isObject, words });
const flagOption: Option<boolean> = {
  fits: (value) => typeof value === "boolean",
  words: "true or false",
};

const optionRules = {
  /** Folder that keeps the state; in memory if absent. */
  data: textOption("the name of a folder"),
  /** `postgres://…`: a database that any number of processes may share, instead of a folder. */
  databaseUrl: textOption("a URL like postgres://user@host/database", /^postgres(ql)?:\/\//),
  /** Key that secrets are derived from, 32 bytes in Base64; made and kept with the data if absent. */
  key: textOption("32 bytes in Base64"),
  /** Where the sandbox is reached; it stands in the codes of charges. `http://127.0.0.1:4020` if absent. */
  publicUrl: {
    fits: (value) => isFilledText(value) && isPublicUrl(value),
    words: `a URL like https://pix.example.com, with at most ${maxPublicUrlLength} characters after its scheme`,
  } as Option<string>,
  /**
   * Where notifications may go besides public `https:` URLs; if absent, `http:` URLs of this machine too, as long as the
   * sandbox listens for this machine alone.
   */
  destinations: objectOption<Partial<Destinations>>("an object with loopback or privateNetworks"),
  /** Name of the header with the signature of a notification; the contract's if absent. */
  signatureHeader: textOption("the name of a header", /^[!#$%&'*+.^_`|~\w-]+$/),
  /** Settings to start with; those that are stored already stay. */
  settings: objectOption<Partial<ControlSettings>>("an object"),
  /** What a new state begins with, as `snapshot()` gives it; a state that is stored already stays. */
  snapshot: objectOption<Snapshot>("a snapshot of a sandbox"),
  /**
   * The company that is there from the start. Its secret is well-known if absent, or, if others than this machine can
   * reach the sandbox, derived from the key.
   */
  company: objectOption<{
    name?: string | undefined;
    apiKey?: string | undefined;
    apiSecret?: string | undefined;
  }>("an object with name, apiKey or apiSecret"),
  /** Whether due work is done by itself; true if absent. Else `settle` does it. */
  automatic: flagOption,
  /** The token that the control plane expects as `Authorization: Bearer`; needed if others than this machine reach the sandbox. */
  controlToken: textOption("visible ASCII characters", /^[!-~]+$/),
  /**
   * Whether others than this machine can reach the sandbox, as through a proxy: the control plane is off then, unless
   * there is a `controlToken`. If absent, it is so if `publicUrl` or the address to listen on is not this machine's.
   */
  exposed: flagOption,
  /** Whether the last 1,000 requests are kept for the control plane, credentials redacted; true if absent. */
  requestLog: flagOption,
  /** Log level, or false for none; none if absent. The log goes to the error output. */
  logLevel: {
    fits: (value) =>
      value === false || ["debug", "info", "warn", "error"].includes(value as string),
    words: "debug, info, warn, error or false",
  } as Option<"debug" | "info" | "warn" | "error" | false>,
};

type Known = typeof optionRules;

/** The options of a sandbox. All are optional. */
export type SandboxOptions = {
  [Name in keyof Known]?: (Known[Name] extends Option<infer Value> ? Value : never) | undefined;
};

/**
 * Checks the options of a sandbox, before anything of it is opened or made.
 *
 * @throws {InvalidInputError} that names each option that is wrong
 */
export async function checkOptions(options: SandboxOptions): Promise<void> {
  if (!isObject(options))
    throw new InvalidInputError([{ path: "options", message: "must be an object" }]);
  const wrong = findWrong(options, optionRules);
  const { destinations, settings, company } = options;
  if (isObject(destinations)) {
    wrong.push(
      ...findWrong(
        destinations,
        { loopback: flagOption, privateNetworks: flagOption },
        "destinations.",
      ),
    );
  }
  if (isObject(settings))
    wrong.push(...(await findWrongInput("changeSettings", settings, "settings.")));
  if (isObject(company)) {
    // Like an added company, except that its name may be absent.
    const input = { ...company, name: company.name ?? "name" };
    wrong.push(...(await findWrongInput("addCompany", input, "company.")));
  }
  if (wrong.length > 0) throw new InvalidInputError(wrong);
}

/** The violations of the control plane's contract in an input. */
async function findWrongInput(
  operation: "addCompany" | "changeSettings",
  input: object,
  prefix: string,
): Promise<InvalidField[]> {
  const body = Object.fromEntries(givenOf(input));
  if (operation === "changeSettings" && Object.keys(body).length === 0) return [];
  try {
    await checkInput(operation, { body });
    return [];
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return error.fields.map(({ path, message }) => ({ path: prefix + path, message }));
  }
}

function findWrong(
  given: object,
  options: Readonly<Record<string, Option<unknown>>>,
  prefix = "",
): InvalidField[] {
  return givenOf(given).flatMap(([name, value]) => {
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) {
      const { message } = describeUnknownField(name, Object.keys(options));
      return [{ path: prefix + name, message }];
    }
    return option.fits(value) ? [] : [{ path: prefix + name, message: `must be ${option.words}` }];
  });
}

/** An option that is undefined is one that is absent. */
function givenOf(values: object): [name: string, value: unknown][] {
  return Object.entries(values).filter(([, value]) => value !== undefined);
}
