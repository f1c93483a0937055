/** Where the control plane is: next to this script, wherever that is served. */
export const apiUrl = new URL("api", import.meta.url).href;
