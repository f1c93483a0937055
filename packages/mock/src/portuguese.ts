import { commandLineTexts } from "../../contract/src/command-line.ts";
import { makeTranslate } from "../../contract/src/translate.ts";

/** Translates what the mock's page and command say in English. */
export const translate = makeTranslate({
  ...commandLineTexts,
  "Starts the mock of the contract.": "Inicia o mock do contrato.",
  "port to listen on, 0 for a free one": "porta em que escuta, 0 para uma livre",
  "address to listen on": "endereço em que escuta",
  "print only the URL": "mostra só a URL",
  "It takes an address, like 127.0.0.1 or 0.0.0.0.": "É preciso um endereço, como 127.0.0.1 ou 0.0.0.0.",
  "The Prefer header of a request selects its response:": "O cabeçalho Prefer de uma requisição escolhe a resposta:",
  "  Prefer: code=STATUS    the first example of a status": "  Prefer: code=STATUS    o primeiro exemplo de um status",
  "  Prefer: example=NAME   an example by its name": "  Prefer: example=NAME   um exemplo pelo nome",
  "  Prefer: dynamic=true   values invented from the schemas":
    "  Prefer: dynamic=true   valores gerados a partir dos schemas",
  "Without headers, use the query parameters __code, __example and __dynamic.":
    "Sem cabeçalhos, use os parâmetros __code, __example e __dynamic na URL.",
  "For an unknown status or example the mock responds 400 and lists the known ones.":
    "Para um status ou exemplo desconhecido, o mock responde 400 e lista os conhecidos.",
  "$1, mocked by Prism: $2": "$1, simulado pelo Prism: $2",
  "Open it in a browser to choose a response and copy its request, or send a header, such as Prefer: code=429.":
    "Abra no navegador para escolher uma resposta e copiar a requisição, ou envie um cabeçalho, como Prefer: code=429.",
  "Any credentials are accepted.": "Qualquer credencial é aceita.",
  "Ctrl+C stops the mock.": "Ctrl+C encerra o mock.",
  // Lines of the log.
  "$1 has no answer with $2.": "$1 não tem resposta com $2.",
  "$1 is neither true nor false.": "$1 não é true nem false.",
  "$1 The request is invalid, and the contract has no error for that.":
    "$1 A requisição é inválida, e o contrato não tem um erro para isso.",
  "$1 invented values": "$1 valores gerados",
  "Mock of $1": "Mock de $1",
  "This is a server for programs: it gives a realistic response to every call of the contract, and every documented error on request.":
    "Este é um servidor para programas: dá uma resposta realista a cada chamada do contrato e, a pedido, qualquer erro documentado.",
  "It keeps no state and accepts any credentials.": "Não guarda estado e aceita qualquer credencial.",
  "Console of the sandbox": "Console do sandbox",
  Documentation: "Documentação",
  "Choose a response": "Escolha uma resposta",
  "The <code>Prefer</code> header selects a response by its status or by the name of an example.":
    "O cabeçalho <code>Prefer</code> escolhe uma resposta pelo status ou pelo nome de um exemplo.",
  Operation: "Operação",
  Request: "Requisição",
  Response: "Resposta",
  Body: "Corpo",
  Send: "Enviar",
  "Copy as $1": "Copiar como $1",
  "Prefer header": "cabeçalho Prefer",
  "Copied.": "Copiado.",
  "Copy it from the box below.": "Copie do quadro abaixo.",
  "The mock does not answer:": "O mock não responde:",
  "The form needs JavaScript. Without it, send one of the headers that <code>--help</code> lists.":
    "O formulário precisa de JavaScript. Sem ele, envie um dos cabeçalhos que <code>--help</code> lista.",
});
