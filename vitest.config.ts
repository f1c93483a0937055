import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { endWithNpm } from "./packages/contract/src/end-with-npm.ts";
import { sources } from "./scripts/from-source.ts";
import { LongestFirst } from "./test/support/longest-first.ts";
import { findEntry } from "./test/support/published.ts";

const rooms = ["spec", "scripts", "packages", "docs", "test"];
/** Tests that install, build or kill what takes long. They run in `npm run check` and in CI. */
const slow = "**/*.slow.test.ts";
/** Tests that go on for many minutes: faults of every kind, many seeds. They run in `npm test -- deep`. */
const deep = "**/*.deep.test.ts";
const inRooms = (pattern: string): string[] => rooms.map((room) => `${room}/${pattern}`);

endWithNpm();

export default defineConfig({
  plugins: [{ name: "published", enforce: "pre", resolveId: findEntry }],
  resolve: {
    alias: sources.map(({ name, file }) => ({
      find: new RegExp(`^${name}$`),
      replacement: fileURLToPath(file),
    })),
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: inRooms("**/*.test.ts"),
          exclude: ["**/node_modules/**", slow, deep],
          setupFiles: ["test/support/leaks.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "slow",
          include: inRooms(slow),
          exclude: ["**/node_modules/**"],
          testTimeout: 1_200_000,
          hookTimeout: 1_200_000,
          expect: { poll: { timeout: 300_000, interval: 20 } },
        },
      },
      {
        extends: true,
        test: {
          name: "deep",
          include: inRooms(deep),
          maxConcurrency: 4,
          testTimeout: 1_800_000,
          hookTimeout: 1_800_000,
          expect: { poll: { timeout: 300_000, interval: 20 } },
        },
      },
    ],
    // The cache keeps to which files imports lead, and does not know that they lead to published files here.
    fsModuleCache: process.env.TEST_PACKAGES === undefined,
    globalSetup: ["test/support/share.ts"],
    // The commands speak English here, whatever the locale of the machine.
    env: { LC_ALL: "C" },
    setupFiles: ["test/support/time.ts"],
    // A name is printed whole, and `-t` finds it by any part.
    taskTitleValueFormatTruncate: 0,
    // Who reads a failure in CI has nothing but this line of it.
    chaiConfig: { truncateThreshold: 2_000 },
    // These only end what hangs: on a busy machine anything takes ten times as long.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
    // Many tests wait for servers and child processes: a worker more than there are cores.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Files of one worker share what they have imported: compilers and validators take longer to load than to use.
    isolate: false,
  },
});
