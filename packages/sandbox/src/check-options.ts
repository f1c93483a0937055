import { latestMoment } from "./clock.ts";
import { checkInput, isObject } from "./control/check-input.ts";
import { type InvalidField, InvalidInputError } from "./control/invalid-input-error.ts";
import type { SandboxOptions } from "./options.ts";
import { isPublicUrl, longestPublicUrl } from "./pix/charge-url.ts";

/** What an option has to be: a test, and how it goes on after "must be". */
type Rule = readonly [fits: (value: unknown) => boolean, words: string];

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const flag: Rule = [(value) => typeof value === "boolean", "true or false"];
const text = (pattern: RegExp, words: string): Rule => [(value) => isText(value) && pattern.test(value), words];

const rules: Record<keyof SandboxOptions, Rule> = {
  data: [isText, "the name of a folder"],
  databaseUrl: text(/^postgres(ql)?:\/\//, "a URL like postgres://user@host/database"),
  key: [isText, "32 bytes in Base64"],
  publicUrl: [
    (value) => isText(value) && isPublicUrl(value),
    `a URL like https://pix.example.com, with at most ${longestPublicUrl} characters after its scheme`,
  ],
  destinations: [isObject, "an object with loopback or privateNetworks"],
  signatureHeader: text(/^[!#$%&'*+.^_`|~\w-]+$/, "the name of a header"),
  settings: [isObject, "an object"],
  company: [isObject, "an object with name, apiKey or apiSecret"],
  automatic: flag,
  controlToken: text(/^[!-~]+$/, "visible ASCII characters"),
  exposed: flag,
  requestLog: flag,
  logLevel: [
    (value) => value === false || ["debug", "info", "warn", "error"].includes(value as string),
    "debug, info, warn, error or false",
  ],
};

const destinationRules: Record<string, Rule> = { loopback: flag, privateNetworks: flag };

const isMoment = (value: unknown): boolean => Number.isSafeInteger(value) && Math.abs(Number(value)) <= latestMoment;

/** The settings that are the clock's, which the control plane moves by operations of its own. */
const clockRules: Record<string, Rule> = {
  clockOffset: [isMoment, "a whole number of milliseconds"],
  clockFrozenAt: [(value) => value === null || isMoment(value), "a moment in epoch milliseconds, or null"],
};

/**
 * Checks the options of a sandbox, before anything of it is opened or made.
 *
 * @throws {InvalidInputError} that names each option that is wrong
 */
export async function checkOptions(options: SandboxOptions): Promise<void> {
  if (!isObject(options)) throw new InvalidInputError([{ path: "options", message: "must be an object" }]);
  const given = withoutUndefined(options);
  const wrong = findWrong(given, rules);
  const { destinations, settings, company } = given;
  if (isObject(destinations)) {
    wrong.push(...findWrong(withoutUndefined(destinations), destinationRules, "destinations."));
  }
  if (isObject(settings)) wrong.push(...(await findWrongSettings(withoutUndefined(settings))));
  if (isObject(company)) {
    // Like an added company, except that its balance is a setting.
    const { name = "name", ...rest } = withoutUndefined(company);
    wrong.push(...(await findWrongInput("addCompany", { ...rest, name }, "company.")));
  }
  if (wrong.length > 0) throw new InvalidInputError(wrong);
}

async function findWrongSettings(settings: Record<string, unknown>): Promise<InvalidField[]> {
  const entries = Object.entries(settings);
  const ofClock = entries.filter(([name]) => name in clockRules);
  const others = entries.filter(([name]) => !(name in clockRules));
  return [
    ...findWrong(Object.fromEntries(ofClock), clockRules, "settings."),
    ...(others.length > 0 ? await findWrongInput("changeSettings", Object.fromEntries(others), "settings.") : []),
  ];
}

/** What the control plane's contract has against an input. */
async function findWrongInput(
  operation: "addCompany" | "changeSettings",
  body: object,
  prefix: string,
): Promise<InvalidField[]> {
  try {
    await checkInput(operation, { body });
    return [];
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return error.fields.map(({ path, message }) => ({ path: prefix + path, message }));
  }
}

function findWrong(given: Record<string, unknown>, known: Record<string, Rule>, prefix = ""): InvalidField[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (!Object.hasOwn(known, name)) return [{ path: prefix + name, message: "is not known here" }];
    const [fits, words] = known[name] as Rule;
    return fits(value) ? [] : [{ path: prefix + name, message: `must be ${words}` }];
  });
}

/** An option that is undefined is one that is absent. */
function withoutUndefined(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
