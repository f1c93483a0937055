import { execFile } from "node:child_process";

/** Runs a program to its end and gives what it printed; an error with all of it where it fails. */
export function run(program: string, args: string[], cwd?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      // Under `npm run --silent` an npm inside would not say why it fails.
      {
        cwd,
        maxBuffer: 2 ** 26,
        env: { ...process.env, NO_COLOR: "1", npm_config_loglevel: "error" },
      },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`${program} ${args.join(" ")}\n${stdout}${stderr}`));
        else resolve(stdout);
      },
    );
  });
}
