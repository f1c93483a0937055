/** When the service answers an error, in Portuguese; the contract says it in English. */
export const errorConditions: Readonly<Record<string, string>> = {
  ACCOUNT_SUSPENDED: "A conta da empresa está suspensa.",
  AMOUNT_TOO_HIGH: "O valor da cobrança está acima do máximo.",
  AMOUNT_TOO_LOW: "O valor da cobrança está abaixo do mínimo.",
  DAILY_LIMIT_EXCEEDED: "A transferência passaria do limite diário da empresa.",
  DUPLICATE_IDEMPOTENCY_KEY:
    "A chave de idempotência já foi usada para outra requisição, ou a primeira com ela ainda está em andamento.",
  INSUFFICIENT_BALANCE: "O saldo é menor que o valor da transferência.",
  INTERNAL_ERROR: "Algo deu errado dentro do serviço.",
  INVALID_AMOUNT: "O valor da transferência está fora do mínimo e do máximo.",
  INVALID_DOCUMENT: "O documento do cliente não é um CPF ou CNPJ, ou não é do tipo que documentType diz.",
  INVALID_EMAIL: "O e-mail do cliente está malformado.",
  INVALID_PIX_KEY: "O destino não é uma chave PIX de nenhum tipo, ou os dígitos verificadores estão errados.",
  INVALID_TOKEN: "O token falta, não pode ser lido ou não foi emitido pelo serviço.",
  MALFORMED_JSON: "O corpo não pode ser lido como JSON.",
  MISSING_IDEMPOTENCY_KEY: "Falta o cabeçalho x-idempotency-key.",
  PAYLOAD_TOO_LARGE: "O corpo é maior que 256 KiB.",
  RATE_LIMIT_EXCEEDED: "Quem chama fez mais requisições do que a operação permite numa janela.",
  RECIPIENT_UNAVAILABLE: "A conta por trás da chave PIX não pode receber uma transferência.",
  TOKEN_EXPIRED: "O token já valeu e expirou.",
  UNSUPPORTED_MEDIA_TYPE: "O Content-Type não é application/json.",
  VALIDATION_ERROR: "Um campo falta, tem o tipo JSON errado ou quebra uma regra que não tem código próprio.",
};
