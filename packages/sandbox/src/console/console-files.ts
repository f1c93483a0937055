/** The files of the console's page, with their types. */
export const consoleFiles = {
  "index.html": "text/html; charset=utf-8",
  "console.js": "text/javascript; charset=utf-8",
  "console.css": "text/css; charset=utf-8",
};

/** Their contents. */
export type ConsoleFiles = Record<keyof typeof consoleFiles, string>;
