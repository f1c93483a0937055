// What `npm run check` shows of the tests: how far they are, and each failure by its name and first sentence.
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";

/** How many tests passed, failed and were skipped. */
export interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

/** Most failures that are shown. */
const shown = 20;

/** Files that are named as the slowest ones: where time is to be saved. */
const slow = 12;

/** A reporter of few words. Writes the counts to the file that the variable `TEST_COUNT_FILE` names. */
export default class BriefReporter implements Reporter {
  private files = 0;
  private done = 0;
  private failures = 0;
  private readonly count: Count = { passed: 0, failed: 0, skipped: 0 };
  /** Seconds that files took. */
  private readonly times = new Map<string, number>();

  onTestRunStart(specifications: readonly unknown[]): void {
    this.files = specifications.length;
  }

  onTestModuleEnd(module: TestModule): void {
    this.done += 1;
    const { duration, collectDuration, setupDuration } = module.diagnostic();
    this.times.set(nameOf(module), Math.round((duration + collectDuration + setupDuration) / 1000));
    for (const test of module.children.allTests()) this.take(module, test);
    const [error] = module.errors();
    if (error) this.fail(module, "the file cannot be run", error.message);
    // What a hook of a group throws belongs to no test: the tests are skipped.
    for (const suite of module.children.allSuites()) {
      const [failure] = suite.errors();
      if (failure) this.fail(module, suite.fullName, failure.message);
    }
    this.showProgress();
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly { message: string }[]): void {
    for (const { message } of unhandled) this.report("an error that no test awaits", message);
    this.count.failed += unhandled.length;
    const slowest = [...this.times].sort(([, one], [, other]) => other - one).slice(0, slow);
    if (this.files > slow)
      console.log(`  slowest: ${slowest.map(([file, seconds]) => `${file} ${seconds} s`).join(", ")}`);
    if (this.failures > shown) console.error(`  … and ${this.failures - shown} more`);
    if (process.env.TEST_COUNT_FILE) writeFileSync(process.env.TEST_COUNT_FILE, JSON.stringify(this.count));
  }

  private take(module: TestModule, test: TestCase): void {
    const result = test.result();
    if (result.state === "failed") this.fail(module, test.fullName, result.errors[0]?.message);
    else if (result.state === "passed") this.count.passed += 1;
    else this.count.skipped += 1;
  }

  private fail(module: TestModule, name: string, message = ""): void {
    this.count.failed += 1;
    this.report(`${nameOf(module)}: ${name}`, message);
  }

  /** Prints a failure at once, before the end of the run. */
  private report(what: string, message: string): void {
    this.failures += 1;
    if (this.failures <= shown) console.error(`\n  ✗ ${what}\n    ${firstLines(message)}`);
  }

  private showProgress(): void {
    const line = `  ${this.done} of ${this.files} files, ${this.count.passed} passed, ${this.count.failed} failed`;
    const last = this.done === this.files;
    if (process.stdout.isTTY) process.stdout.write(`\r${line}${last ? "\n" : ""}`);
    else if (last || this.done % 25 === 0) console.log(line);
  }
}

function nameOf({ moduleId }: TestModule): string {
  return relative(process.cwd(), moduleId);
}

function firstLines(message: string): string {
  return message.split("\n").slice(0, 3).join("\n    ");
}
