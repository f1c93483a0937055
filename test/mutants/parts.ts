/** A part of the source in which changes are made, and the tests that run for each change. */
export interface Part {
  name: string;
  /** Globs of sources. */
  sources: string[];
  /** Globs of tests, in addition to those in the folders of the sources. */
  tests: string[];
  /** Variables for the tests. */
  env?: Record<string, string>;
}

/** Tests of every adapter run on one, where the part is not an adapter. */
const oneAdapter = { TEST_ADAPTERS: "node" };

function sandboxPart(room: string, ...tests: string[]): Part {
  return { name: `sandbox/${room}`, sources: [`packages/sandbox/src/${room}/**/*.ts`], tests };
}

/** What `npm test -- mutants` looks at, part by part. */
export const parts: Part[] = [
  sandboxPart("notifications", "test/sandbox/notifications/**/*.test.ts"),
  {
    name: "packages/server/src/notifier",
    sources: ["packages/server/src/notifier/**/*.ts"],
    tests: ["test/sandbox/notifications/**/*.test.ts", "test/server/notifier.test.ts"],
  },
  sandboxPart("service", "test/sandbox/service/**/*.test.ts", "test/sandbox/model/*.test.ts"),
  {
    // Without folder.test.ts, which changes the user: another one may not read Stryker's copy of the project.
    ...sandboxPart(
      "storage",
      "test/sandbox/storage/{migrations,company-of-statements}.test.ts",
      "test/sandbox/service/{sets,kept,due}.test.ts",
    ),
    sources: ["packages/sandbox/src/storage/*.ts"],
  },
  // An empty variable is none: these tests are on PostgreSQL, which takes the others several times as long.
  {
    ...sandboxPart("storage/postgres", "test/sandbox/storage/{migrations,postgres}.test.ts"),
    env: { WITHOUT_POSTGRES: "" },
  },
  sandboxPart("control", "test/sandbox/control/**/*.test.ts"),
  {
    ...sandboxPart("src", "test/sandbox/{library,guide,service,control}/**/*.test.ts"),
    sources: ["packages/sandbox/src/{*,pix/*}.ts"],
  },
  sandboxPart("cli", "test/sandbox/cli/*.test.ts"),
  sandboxPart("console", "test/sandbox/console/*.test.ts"),
  sandboxPart(
    "http",
    "test/sandbox/service/{kept,errors,webhooks,sets,log}.test.ts",
    "test/sandbox/control/{faults,requests,triggers}.test.ts",
  ),
  {
    name: "packages/client/src",
    sources: ["packages/client/src/**/*.ts"],
    tests: ["test/client/**/*.test.ts", "test/generator/standard-webhooks.test.ts"],
    env: { CLIENT_SCHEDULES: "100" },
  },
  {
    // Without guide.test.ts: what it tries runs in processes of its own, in which nothing is changed.
    name: "packages/server/src",
    sources: [
      "packages/server/src/{*,http/*,request/*,response/*,idempotency/*,limits/*,observe/*,stores/*}.ts",
    ],
    tests: ["test/server/!(guide).test.ts"],
    env: oneAdapter,
  },
  {
    name: "packages/server/src/hosts",
    sources: ["packages/server/src/hosts/**/*.ts"],
    tests: ["test/server/!(guide).test.ts"],
  },
  {
    name: "packages/contract/src/check",
    sources: ["packages/contract/src/check/**/*.ts"],
    tests: ["packages/contract/src/shapes/*.test.ts", "test/server/{validation,formats}.test.ts"],
    env: oneAdapter,
  },
  {
    // Without vocabulary.test.ts, here and in the next part: Stryker's own names are in the code that it reads.
    name: "packages/contract/src",
    sources: ["packages/contract/src/{*,document/*,shapes/*}.ts"],
    tests: [
      "test/generator/!(vocabulary).test.ts",
      "test/examples/*.test.ts",
      "test/mutants/compile-again.ts",
    ],
  },
  {
    name: "packages/generator/src",
    sources: ["packages/generator/src/**/*.ts"],
    tests: ["test/generator/**/!(vocabulary).test.ts", "test/interface/*.test.ts"],
  },
  {
    // Without vocabulary.test.ts, as above.
    name: "packages/behaviour/src",
    sources: ["packages/behaviour/src/*.ts"],
    tests: ["test/generator/{basis,behaviour-words,references}.test.ts"],
  },
  { name: "packages/openapi/src", sources: ["packages/openapi/src/*.ts"], tests: [] },
  { name: "scripts", sources: ["scripts/**/*.ts"], tests: [] },
  {
    name: "packages/review/src",
    sources: ["packages/review/src/**/*.ts"],
    tests: ["test/review/*.test.ts"],
  },
  {
    name: "packages/conformance/src",
    sources: ["packages/conformance/src/{*,checks/*,pix/*,output/*,generate/*}.ts"],
    tests: ["test/conformance/guide.test.ts", "test/conformance/faults/requests.deep.test.ts"],
  },
  {
    name: "packages/conformance/src/probes",
    sources: ["packages/conformance/src/probes/*.ts"],
    tests: ["test/conformance/faults/keys-and-limits.deep.test.ts"],
  },
  {
    name: "packages/mock/src",
    sources: ["packages/mock/src/**/*.ts"],
    tests: ["test/mock/**/*.test.ts"],
  },
];
