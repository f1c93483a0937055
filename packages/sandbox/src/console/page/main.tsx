import { render } from "preact";
import "@preact/signals";
import { App } from "./app.tsx";
import { followChanges } from "./state/connection.ts";

const place = document.getElementById("console");
if (place) {
  render(<App />, place);
  void followChanges();
}
