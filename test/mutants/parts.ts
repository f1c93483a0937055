/** A part of the source that is changed, and the tests that are to notice. */
export interface Part {
  name: string;
  /** Globs of sources. */
  sources: string[];
  /** Lines of them that are changed, as `10-90`; all if absent. */
  lines?: string;
  /** Globs of tests, beside those that lie in the sources' own folders. */
  tests: string[];
  /** The adapter on which tests of every adapter are to run, where what is changed is no adapter. */
  adapter?: string;
  /** Whether the tests are to run on PostgreSQL too, which takes several times as long. */
  postgres?: boolean;
}

function sandboxPart(room: string, ...tests: string[]): Part {
  return { name: `sandbox/${room}`, sources: [`packages/sandbox/src/${room}/**/*.ts`], tests };
}

/** What `npm run test:mutants` looks at, part by part. */
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
      "test/sandbox/storage/migrate.test.ts",
      "test/sandbox/service/{sets,idempotency}.test.ts",
    ),
    sources: ["packages/sandbox/src/storage/{*,migrations/*}.ts"],
  },
  { ...sandboxPart("storage/postgres", "test/sandbox/storage/{migrate,postgres}.test.ts"), postgres: true },
  sandboxPart("control", "test/sandbox/control/**/*.test.ts"),
  sandboxPart(
    "http",
    "test/sandbox/service/{idempotency,errors,charge-page,webhooks,sets}.test.ts",
    "test/sandbox/control/{faults,requests,triggers}.test.ts",
  ),
  { name: "packages/client/src", sources: ["packages/client/src/**/*.ts"], tests: ["test/client/**/*.test.ts"] },
  {
    // Without guide.test.ts: what it tries runs in processes of its own, in which nothing is changed.
    name: "packages/server/src",
    sources: ["packages/server/src/{*,http/*,request/*,response/*,idempotency/*,limits/*,observe/*,stores/*}.ts"],
    tests: ["test/server/!(guide).test.ts"],
    adapter: "node",
  },
  {
    name: "packages/server/src/hosts",
    sources: ["packages/server/src/hosts/**/*.ts"],
    tests: ["test/server/!(guide).test.ts"],
  },
  { name: "packages/mock/src", sources: ["packages/mock/src/**/*.ts"], tests: ["test/mock/**/*.test.ts"] },
];
