/**
 * If npm runs this process and ends without it, this process gets the SIGTERM that it should have had: npm hands a
 * signal on to its shell alone, and a shell that ends does not pass it on.
 */
const parent = process.ppid;

function watch(): void {
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.kill(process.pid, "SIGTERM");
}

const timer = setInterval(watch, 500).unref();
if (process.env.npm_lifecycle_event === undefined) clearInterval(timer);
