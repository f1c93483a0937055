/** Script of the mock's page. It reads its choices from the page and calls the mock that served it. */
export const landingScript = String.raw`(() => {
const { url, texts: [wasCopied, copyBelow, noAnswer], operations } = JSON.parse(document.querySelector('script[type="application/json"]').textContent);
const form = document.forms[0];
const [request, response] = document.querySelectorAll("pre");
const status = document.querySelector('[role="status"]');
const { operation, response: choice, body } = form.elements;

const quote = (text) => "'" + text.replaceAll("'", "'\\''") + "'";
function chosen() {
  const { method, path, headers, responses, body: example } = operations[operation.value];
  const { status, name } = responses[choice.value];
  const prefer = "code=" + status + ", example=" + name;
  return { method, path, headers: { ...headers, Prefer: prefer }, ...(example !== undefined && { body: body.value }) };
}
const texts = {
  "curl": ({ method, path, headers, body }) =>
    ["curl -i -X " + method + " " + quote(url + path), ...Object.entries(headers).map(([name, value]) => "-H " + quote(name + ": " + value)),
      ...(body === undefined ? [] : ["-d " + quote(body)])].join(" \\\n  "),
  "fetch": ({ path, ...init }) => "await fetch(" + JSON.stringify(url + path) + ", " + JSON.stringify(init, null, 2) + ");",
  "Prefer header": ({ headers }) => "Prefer: " + headers.Prefer,
};
const show = () => { request.textContent = texts.curl(chosen()); };
function open() {
  const { responses, body: example } = operations[operation.value];
  choice.replaceChildren(...responses.map(({ status, name, summary }, index) => new Option(status + " " + name + (summary ? ": " + summary : ""), index)));
  body.value = example ?? "";
  body.closest("label").hidden = example === undefined;
  response.hidden = true;
  show();
}
operation.append(...operations.map(({ method, path, summary }, index) => new Option(method + " " + path + " (" + summary + ")", index)));
operation.addEventListener("change", open);
form.addEventListener("input", show);
for (const button of form.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const text = texts[button.dataset.copy](chosen());
    request.textContent = text;
    const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    status.textContent = copied ? wasCopied : copyBelow;
  });
}
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { path, ...init } = chosen();
  const given = await fetch(path, init).catch((error) => error);
  response.hidden = false;
  if (given instanceof Error) { response.textContent = noAnswer + " " + given.message; return; }
  const text = await given.text();
  const headers = [...given.headers].map(([name, value]) => name + ": " + value).join("\n");
  const isJson = /json/.test(given.headers.get("content-type") ?? "");
  response.textContent = given.status + "\n" + headers + "\n\n" + (isJson ? JSON.stringify(JSON.parse(text), null, 2) : text);
});
open();
})();`;
