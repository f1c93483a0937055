import type { Translations } from "../../../contract/src/translate.ts";

/** What the command line says in English, and the same in Portuguese. */
export const portuguese: Translations = {
  // Commands.
  "The PIX service of the contract, working, on this machine.": "O serviço PIX do contrato, funcionando nesta máquina.",
  "Without a command the sandbox starts. The other commands call one that is running.":
    "Sem comando, o sandbox inicia. Os outros comandos chamam um que está rodando.",
  "Examples:": "Exemplos:",
  "Start the sandbox.": "Inicia o sandbox.",
  "Create a charge, and show its code.": "Cria uma cobrança e mostra o código dela.",
  "Pay a charge, as its payer would; the newest that waits for payment if none is named.":
    "Paga uma cobrança, como o pagador faria; sem identificador, a mais recente em aberto.",
  "Give the amount of a paid charge back to its payer.": "Devolve ao pagador o valor de uma cobrança paga.",
  "Send money to a PIX key: CPF, CNPJ, e-mail, phone (+55…) or random key.":
    "Envia dinheiro a uma chave PIX: CPF, CNPJ, e-mail, telefone (+55…) ou chave aleatória.",
  "List the newest objects of a kind.": "Lista os objetos mais recentes de um tipo.",
  "Show a charge, a transfer, a notification, a webhook, a request or a company.":
    "Mostra uma cobrança, transferência, notificação, requisição ou empresa, ou um webhook.",
  "Cause an event on a new charge or transfer.": "Provoca um evento em uma nova cobrança ou transferência.",
  "Show the sandbox's clock, or move it forward; what falls due on the way happens.":
    "Mostra o relógio do sandbox ou o adianta; o que vence no caminho acontece.",
  "Remove everything and start again.": "Remove tudo e recomeça.",
  "Print every notification of the company, and forward it to a program on this machine.":
    "Mostra cada notificação da empresa e a encaminha a um programa nesta máquina.",
  "Print a script that completes commands in a shell.": "Mostra um script que completa comandos no shell.",
  // Options.
  "print JSON, one document a line": "mostra JSON, um documento por linha",
  "where the sandbox is": "endereço do sandbox",
  "token of its control plane, if it has one": "token do plano de controle, se houver",
  "leave out the QR code": "não mostra o QR code",
  "needed if the sandbox is on another machine": "necessário se o sandbox está em outra máquina",
  "its identifier": "identificador do objeto",
  "identifier of the company (default: the first)": "identificador da empresa (padrão: a primeira)",
  "URL of the program, like http://127.0.0.1:3000/pix": "URL do programa, como http://127.0.0.1:3000/pix",
  "port to listen on, 0 for any that is free": "porta em que escuta, 0 para qualquer uma livre",
  "address to listen on": "endereço em que escuta",
  "folder that keeps the state (default: it is in memory)": "pasta que guarda o estado (padrão: fica na memória)",
  "keep the state in memory, whatever DATABASE_URL says": "guarda o estado na memória, mesmo com DATABASE_URL",
  "address in the codes of charges (default: where it listens)":
    "endereço nos códigos das cobranças (padrão: onde escuta)",
  "token that the console and the control plane require": "token exigido pelo console e pelo plano de controle",
  "postgres://…: a database that sandboxes share (or DATABASE_URL)":
    "postgres://…: um banco de dados que sandboxes compartilham (ou DATABASE_URL)",
  "PIX_SANDBOX_KEY is the key of all secrets, 32 bytes in Base64 (default: random, kept with the state).":
    "PIX_SANDBOX_KEY é a chave de todos os segredos, 32 bytes em Base64 (padrão: aleatória, guardada com o estado).",
  "If others reach the sandbox, its console needs --control-token, notifications go to https: URLs, and credentials are random.":
    "Se outros alcançam o sandbox, o console exige --control-token, as notificações vão só a https:, e as credenciais são aleatórias.",
  "name of the first company (default: Loja Sandbox)": "nome da primeira empresa (padrão: Loja Sandbox)",
  "its key (default: sandbox-key)": "chave da API dela (padrão: sandbox-key)",
  "its secret (default: sandbox-secret, or a random one)": "o segredo dela (padrão: sandbox-secret, ou aleatório)",
  "file for address and credentials, like .env": "arquivo para endereço e credenciais, como .env",
  "initial setting, like dailyLimit=50000; can be repeated": "configuração inicial, como dailyLimit=50000; repetível",
  "header of signatures (default: the contract's)": "cabeçalho das assinaturas (padrão: o do contrato)",
  "others reach it, as behind a proxy": "outros o alcançam, como atrás de um proxy",
  "notifications may go to private networks too": "notificações podem ir também a redes privadas",
  "notifications go to https: URLs alone, as in the contract": "notificações vão só a URLs https:, como no contrato",
  "what is logged; info logs each request": "o que vai para o log; info registra cada requisição",
  // Options that come from the contract of the control plane.
  "for $1": "para $1",
  "the first company if absent": "sem ele, a primeira empresa",
  "all where absent": "sem ele, todos",
  "all entries where absent": "sem ela, todas as entradas",
  "4990 is R$ 49,90": "4990 são R$ 49,90",
  "Identifier of the object": "Identificador do objeto",
  "Identifier of the company": "Identificador da empresa",
  "Identifier of a company": "Identificador de uma empresa",
  "Identifier of a charge or transfer": "Identificador de uma cobrança ou transferência",
  Centavos: "Centavos",
  "Description for the payer or the recipient": "Descrição para o pagador ou o recebedor",
  "URL that receives each change": "URL que recebe cada mudança",
  "Full name": "Nome completo",
  "E-mail address": "Endereço de e-mail",
  "`cpf` or `cnpj`": "`cpf` ou `cnpj`",
  "Digits of the document": "Números do documento",
  "Phone with area code and number": "Telefone com DDD",
  "Billing address": "Endereço de cobrança",
  "Name of the payer": "Nome do pagador",
  "Name of the payer's bank": "Nome do banco do pagador",
  "Branch of the account": "Agência da conta",
  "Number of the account": "Número da conta",
  "Tax document of the payer": "CPF ou CNPJ do pagador",
  "Kind of the account, for example `CHECKING`. `SAVINGS`, `PAYMENT` and `SALARY` were seen in use; other values may follow":
    "Tipo da conta, por exemplo `CHECKING`. `SAVINGS`, `PAYMENT` e `SALARY` foram vistos em uso; pode haver outros",
  "Why, for people": "Motivo, em texto livre",
  "PIX key of the recipient": "Chave PIX do recebedor",
  Status: "Status",
  "Part of an identifier or a text of the entry": "Parte de um identificador ou texto da entrada",
  "How many entries": "Quantas entradas",
  "`next` of the page before": "`next` da página anterior",
  "the newest entries where absent": "sem ele, as entradas mais recentes",
  "Operation id": "Identificador da operação",
  "Whether it was answered with a success": "Se a resposta foi de sucesso",
  "Event to send": "Evento a enviar",
  "`postbackUrl` of the charge or transfer that is made for it": "`postbackUrl` da cobrança ou transferência criada",
  "Fields of the charge or transfer that is made for it, as the service's contract has them":
    "Campos da cobrança ou transferência criada para ele, como no contrato do serviço",
  "Days, hours, minutes, seconds and milliseconds, each with its unit: `2d3h`, `90s`, `250ms`.":
    "Dias, horas, minutos, segundos e milissegundos, cada um com a unidade: `2d3h`, `90s`, `250ms`.",
  "Not before the time that the clock shows, and before the year 9980.":
    "Não antes da hora do relógio, e antes de 9980.",
  // Results.
  "Pay it: $1": "Para pagar: $1",
  "There are none.": "Não há nenhum.",
  "The sandbox was reset.": "O sandbox foi zerado.",
  "Notifications are printed here.": "As notificações são mostradas aqui.",
  "Notifications go to $1.": "As notificações vão para $1.",
  "Ctrl-C ends it.": "Ctrl-C encerra.",
  "no answer: $1": "sem resposta: $1",
  state: "estado",
  console: "console",
  "Credentials for the environment of your program (--write-env .env writes them to a file):":
    "Credenciais para o ambiente do seu programa (--write-env .env as grava em um arquivo):",
  "Try in another terminal:": "Experimente em outro terminal:",
  "Ctrl-C stops the sandbox.": "Ctrl-C encerra o sandbox.",
  "Others may reach it: notifications go to public https: URLs alone.":
    "Outros o alcançam: as notificações vão só a URLs https: públicas.",
  "Codes of charges lead to $1: see --public-url.": "Os códigos das cobranças levam a $1: veja --public-url.",
  "Notifications go to https: URLs alone.": "As notificações vão só a URLs https:.",
  "in the folder $1": "na pasta $1",
  "in the database of DATABASE_URL": "no banco de dados de DATABASE_URL",
  "in memory: it ends with this process, --data DIR keeps it": "na memória: acaba com o processo; --data DIR guarda",
  "off: start with --control-token to use it": "desligado: inicie com --control-token para usá-lo",
  "$1 (it asks for the control token)": "$1 (pede o token de controle)",
  "Requests under way did not end in time; they are given up.": "Requisições em andamento foram abandonadas.",
  // Errors.
  "See: $1": "Veja: $1",
  "Example: $1": "Exemplo: $1",
  "The value of '$1'": "O valor de '$1'",
  "$1 takes no value.": "$1 não aceita valor.",
  "It takes a number.": "É preciso um número.",
  "It takes a whole number of centavos: 4990 is R$ 49,90.": "É preciso um inteiro de centavos: 4990 são R$ 49,90.",
  "It takes a field and its value, like amount=700.": "É preciso um campo com o valor, como amount=700.",
  "No charge waits for payment: create one with '$1 charge'.": "Nenhuma cobrança em aberto: crie uma com '$1 charge'.",
  "show takes an identifier, like txn_2pQ8Lk5vYx0RbZcN, not '$1'.":
    "show pede um id, como txn_2pQ8Lk5vYx0RbZcN, não '$1'.",
  "$1 is on another machine, and others may use it: reset it with --yes.":
    "$1 está em outra máquina, e outros podem usá-lo: para zerá-lo, use --yes.",
  "$1 is on another machine, which cannot reach this one: register a public URL there instead.":
    "$1 está em outra máquina, que não alcança esta: registre lá uma URL pública.",
  "$1 takes https: URLs alone: it was started with --strict, or others can reach it.":
    "$1 só aceita URLs https:, pois foi iniciado com --strict ou outros podem alcançá-lo.",
  "$1 answers HTTP $2 and is no sandbox of this version.": "$1 responde HTTP $2 e não é um sandbox desta versão.",
  "Give it with --control-token or PIX_SANDBOX_CONTROL_TOKEN.": "Use --control-token ou PIX_SANDBOX_CONTROL_TOKEN.",
  "No sandbox answers at $1. Start one with '$2 start', or say with --url where it is.":
    "Nenhum sandbox responde em $1. Inicie um com '$2 start' ou diga com --url onde ele está.",
  "--host takes an address, like 127.0.0.1 or 0.0.0.0.": "--host precisa de um endereço, como 127.0.0.1 ou 0.0.0.0.",
  "--control-token takes at least 8 visible ASCII characters.": "--control-token pede 8 ou mais caracteres ASCII.",
  "--data takes a folder.": "--data precisa de uma pasta.",
  "DATABASE_URL is none of PostgreSQL (postgres://…): unset it, or give --data DIR or --memory.":
    "DATABASE_URL não é do PostgreSQL (postgres://…): remova-a, ou informe --data DIR ou --memory.",
  "--database-url takes a URL of PostgreSQL, like postgres://user@host/database.":
    "--database-url precisa de uma URL do PostgreSQL, como postgres://user@host/database.",
  "--write-env: $1.": "--write-env: $1.",
  "The key has to be at least 32 bytes in Base64; it has $1.": "A chave precisa de 32 bytes ou mais em Base64; tem $1.",
  "The database at $1 cannot be used: $2": "O banco de dados em $1 não pode ser usado: $2",
  "The data is of another version of the sandbox: use that version, or an empty place.":
    "Os dados são de outra versão do sandbox: use essa versão ou um lugar vazio.",
  "The folder $1 is in use by another sandbox. Stop that one, give this one a folder of its own, or share a PostgreSQL by DATABASE_URL.":
    "A pasta $1 está em uso por outro sandbox. Pare-o, dê a este outra pasta ou compartilhe um PostgreSQL por DATABASE_URL.",
  "The folder $1 cannot be made: $2": "A pasta $1 não pode ser criada: $2",
  "The folder $1 cannot be used: $2": "A pasta $1 não pode ser usada: $2",
  "$1 cannot be opened: $2": "$1 não pode ser aberto: $2",
  "$1 cannot be used: $2.": "$1 não pode ser usado: $2.",
  "$1 cannot be read or written: $2.": "$1 não pode ser lido nem escrito: $2.",
  "The file is damaged: put a copy of it back, or move it away to begin with an empty one.":
    "O arquivo está danificado: restaure uma cópia ou tire-o do lugar para começar com um vazio.",
};
