/** Where the control plane is: beside this script, wherever that is served. */
export const apiUrl = new URL("api", import.meta.url).href;

/** Where the sandbox itself is. */
export const sandboxUrl = new URL("..", import.meta.url).href.replace(/\/$/, "");
