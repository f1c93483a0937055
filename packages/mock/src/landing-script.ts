/** Script of the mock's page. It reads its choices from the page and calls the mock that served it. */
export const landingScript = String.raw`(() => {
const { url, texts: [wasCopied, copyBelow, noAnswer, sample], operations } = JSON.parse(document.querySelector('script[type="application/json"]').textContent);
const form = document.forms[0];
const { operation, format, example, body } = form.elements;
const statuses = document.querySelector("#statuses");
const [request, response] = document.querySelectorAll("pre");
const notice = document.querySelector('[role="status"]');
const source = document.querySelector("#source");
const summary = document.querySelector("#summary");

const quote = (text) => "'" + text.replaceAll("'", "'\\''") + "'";
const pretty = (value) => JSON.stringify(value, null, 2);
const formats = {
  "curl": ({ method, path, headers, body }) =>
    ["curl -i -X " + method + " " + quote(url + path), ...Object.entries(headers).map(([name, value]) => "-H " + quote(name + ": " + value)),
      ...(body === undefined ? [] : ["-d " + quote(body)])].join(" \\\n  "),
  "fetch": ({ path, ...init }) => "await fetch(" + JSON.stringify(url + path) + ", " + pretty(init) + ");",
  "Prefer": ({ headers }) => "Prefer: " + headers.Prefer,
};

const chosenOperation = () => operations[operation.value];
const chosenResponse = () => chosenOperation().responses[example.value];
function chosenRequest() {
  const { method, path, headers, body: hasBody } = chosenOperation();
  const { status, name } = chosenResponse();
  const prefer = "code=" + status + ", example=" + name;
  return { method, path, headers: { ...headers, Prefer: prefer }, ...(hasBody !== undefined && { body: body.value }) };
}

function showRequest() {
  request.textContent = formats[format.value](chosenRequest());
  notice.textContent = "";
}
function showResponse() {
  const { summary: about, body: value } = chosenResponse();
  summary.textContent = about;
  source.textContent = sample;
  response.textContent = value === undefined ? "" : pretty(value);
  showRequest();
}
function chooseStatus(status) {
  const indexes = [...chosenOperation().responses.keys()].filter((index) => chosenOperation().responses[index].status === status);
  example.replaceChildren(...indexes.map((index) => new Option(chosenOperation().responses[index].name, index)));
  example.closest("label").hidden = indexes.length < 2;
  showResponse();
}
function makeTab(status, index) {
  const tab = statuses.querySelector("template").content.cloneNode(true);
  const input = tab.querySelector("input");
  input.value = status;
  input.checked = index === 0;
  input.addEventListener("change", () => chooseStatus(status));
  tab.querySelector("span").textContent = status;
  return tab;
}
function chooseOperation() {
  const { responses, body: value } = chosenOperation();
  const all = [...new Set(responses.map(({ status }) => status))];
  for (const tab of statuses.querySelectorAll("label")) tab.remove();
  statuses.append(...all.map(makeTab));
  body.value = value ?? "";
  body.closest("details").hidden = value === undefined;
  chooseStatus(all[0]);
}

operation.append(...operations.map(({ method, path, summary }, index) => new Option(method + " " + path + ": " + summary, index)));
// A call with a body shows more of the contract than a token does.
operation.value = Math.max(0, operations.findIndex(({ body }) => body !== undefined));
operation.addEventListener("change", chooseOperation);
example.addEventListener("change", showResponse);
body.addEventListener("input", showRequest);
for (const tab of format) tab.addEventListener("change", showRequest);
document.querySelector("#copy").addEventListener("click", async () => {
  const copied = await navigator.clipboard?.writeText(request.textContent).then(() => true, () => false);
  notice.textContent = copied ? wasCopied : copyBelow;
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { path, ...init } = chosenRequest();
  const given = await fetch(path, init).catch((error) => error);
  if (given instanceof Error) {
    source.textContent = noAnswer;
    response.textContent = given.message;
    return;
  }
  const text = await given.text();
  const headers = [...given.headers].map(([name, value]) => name + ": " + value).join("\n");
  const isJson = /json/.test(given.headers.get("content-type") ?? "");
  source.textContent = "HTTP " + given.status;
  response.textContent = headers + "\n\n" + (isJson ? pretty(JSON.parse(text)) : text);
});
chooseOperation();
})();`;
