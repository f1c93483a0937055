import { language } from "../state/language.ts";

/**
 * What the sandbox says in sentences of its own, which are in English, and the same in Portuguese; `$1` is what the
 * first brackets have found. What is not listed is shown as it came.
 */
const sentences: readonly (readonly [english: RegExp, portuguese: string])[] = [
  // What is wrong with a field.
  [/^is required$/, "é obrigatório"],
  [/^is not known here$/, "não é conhecido aqui"],
  [/^must be one of (.+)$/, "deve ser um destes: $1"],
  [/^must be (?:an? )?(?:integer|whole number)$/, "deve ser um número inteiro"],
  [/^must be >= (.+)$/, "deve ser no mínimo $1"],
  [/^must be <= (.+)$/, "deve ser no máximo $1"],
  [/^must NOT have fewer than (\d+) characters$/, "deve ter pelo menos $1 caracteres"],
  [/^must NOT have more than (\d+) characters$/, "deve ter no máximo $1 caracteres"],
  [/^must match format "?([\w-]+)"?$/, "não tem o formato $1"],
  [/^must match pattern .+$/, "não tem a forma certa"],
  [/^has the wrong form: .*length of time.*$/i, "não tem a forma certa, como 90s, 1h30m ou 2d3h"],
  [/^has the wrong form.*$/, "não tem a forma certa"],
  [/^must be at most ten years$/, "deve ser no máximo dez anos"],
  [/^must not lead beyond (.+)$/, "não pode passar de $1"],
  [/^A body is required$/, "Falta o corpo"],
  // What the state does not allow, and what is not there.
  [/^The (?:charge|transfer) (\S+) is (\w+): it cannot become (\w+)\.$/, "$1 está $2: não pode passar a $3."],
  [/^The charge (\S+) expired at (\S+): it cannot be paid\.$/, "A cobrança $1 expirou em $2: não pode ser paga."],
  [
    /^The (?:charge|transfer) (\S+) has just been changed by another call\.$/,
    "$1 acabou de ser alterada por outra chamada.",
  ],
  [/^The balance is lower than the transfer's amount\.$/, "O saldo é menor que o valor da transferência."],
  [/^The balance is too low to refund .+$/, "O saldo não basta para a devolução."],
  [/^The transfer would exceed the day's limit\.$/, "A transferência passaria do limite do dia."],
  [/^The API key (\S+) is taken\.$/, "A chave $1 já existe."],
  [/^The company has (\d+) registrations, .+$/, "A empresa já tem $1 webhooks, o máximo."],
  [
    /^The registration (\S+) of the notification (\S+) was .+$/,
    "O webhook $1 da notificação $2 não existe mais ou está desligado.",
  ],
  [/^The body is too long to be kept whole\.$/, "O corpo é longo demais para ser guardado inteiro."],
  [/^Only a hash of the company's API secret is kept\.$/, "Só o hash do segredo da API é guardado."],
  [/^The request (\S+) cannot be sent again\.$/, "A requisição $1 não pode ser reenviada."],
  [/^There is no (?:charge|transfer|company|notification|registration|request|fault) (\S+?)[.,].*$/, "Não existe $1."],
  // Why a delivery failed.
  [/^The receiver answered (\d+)\.$/, "O destino respondeu $1."],
  [
    /^The receiver answered (\d+), a redirect(?: to (.+))?: redirects are not followed\.$/,
    "O destino respondeu $1, um redirecionamento, que não é seguido.",
  ],
  [/^There was no complete answer within ([\d.]+) seconds\.$/, "Não houve resposta completa em $1 segundos."],
  [/^Nothing listens there: the connection was refused (.+)$/, "Nada escuta lá: a conexão foi recusada $1"],
  [/^The host's name leads nowhere (.+)$/, "O nome do host não leva a lugar nenhum $1"],
  [/^The host's name could not be looked up (.+)$/, "O nome do host não pôde ser consultado $1"],
  [
    /^The connection was (?:reset|closed) before there was an answer (.+)$/,
    "A conexão caiu antes de haver resposta $1",
  ],
  [/^No connection could be made in time (.+)$/, "A conexão não foi feita a tempo $1"],
  [/^The host(?:'s network)? cannot be reached (.+)$/, "O host não pode ser alcançado $1"],
  [/^An injected fault \((\w+)\): nothing was sent\.$/, "Uma falha injetada ($1): nada foi enviado."],
];

/** A sentence of the sandbox's in the language of the console, where it is known. */
export function inLanguage(sentence: string): string {
  if (language.value !== "pt-BR")
    return sentence.replace(/^must be >=/, "must be at least").replace(/^must be <=/, "must be at most");
  const found = sentences.find(([english]) => english.test(sentence));
  return found ? sentence.replace(...found) : sentence;
}
