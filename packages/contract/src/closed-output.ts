/** Lets a command end as usual if the reader of its output goes away, as `head` does. Other errors stay errors. */
export function allowClosedOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}
