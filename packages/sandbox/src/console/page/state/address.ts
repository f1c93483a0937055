/** Where the control plane is: beside this script, wherever that is served. */
export const apiUrl = new URL("api", import.meta.url).href;
