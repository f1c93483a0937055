/** Calls a function of the user's. An error that it throws, or rejects with, changes nothing. */
export function ignoreErrors(work: () => unknown): void {
  try {
    Promise.resolve(work()).catch(() => {});
  } catch {}
}
