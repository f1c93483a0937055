/**
 * What the console says around an operation of the control plane, in English and Portuguese: on its button, on the
 * button of its dialog, before it is confirmed, and when it is done, if the page does not show that
 * by itself. `$1` is what it acts on.
 */
export const operations = {
  createCharge: {
    button: ["Create charge", "Criar cobrança"],
    done: ["Charge of $1 created.", "Cobrança de $1 criada."],
  },
  payCharge: {
    button: ["Pay", "Pagar"],
    done: ["$1 paid.", "$1 pagos."],
  },
  cancelCharge: {
    button: ["Cancel…", "Cancelar…"],
    submit: ["Cancel the charge", "Cancelar a cobrança"],
    text: ["The charge can then no longer be paid.", "A cobrança não poderá mais ser paga."],
  },
  expireCharge: {
    button: ["Let expire…", "Fazer expirar…"],
    submit: ["Let the charge expire", "Fazer a cobrança expirar"],
    text: ["The charge can then no longer be paid.", "A cobrança não poderá mais ser paga."],
  },
  refundCharge: {
    button: ["Refund…", "Devolver…"],
    done: ["$1 refunded.", "$1 devolvidos."],
  },
  createTransfer: {
    button: ["Create transfer", "Criar transferência"],
    done: ["Transfer of $1 created.", "Transferência de $1 criada."],
  },
  processTransfer: { button: ["Process", "Processar"] },
  completeTransfer: { button: ["Complete", "Concluir"] },
  refuseTransfer: { button: ["Refuse…", "Recusar…"] },
  cancelTransfer: {
    button: ["Cancel…", "Cancelar…"],
    submit: ["Cancel the transfer", "Cancelar a transferência"],
  },
  triggerEvent: {
    button: ["Send a test event…", "Enviar evento de teste…"],
    submit: ["Send", "Enviar"],
    done: ["$1 was sent.", "$1 foi enviado."],
  },
  resendFailed: {
    button: ["Resend failed…", "Reenviar as que falharam…"],
    done: ["Sent again: $1. Without a receiver: $2.", "Enviadas de novo: $1. Sem destino: $2."],
  },
  replayRequest: { button: ["Send again", "Enviar de novo"] },
  resendNotification: { button: ["Resend", "Reenviar"] },
  addWebhook: { button: ["Create webhook", "Criar webhook"] },
  removeWebhook: {
    button: ["Delete…", "Excluir…"],
    submit: ["Delete the webhook", "Excluir o webhook"],
    text: ["It gets no more notifications.", "Ele não recebe mais notificações."],
  },
  clearRequests: { button: ["Clear the list", "Limpar a lista"] },
  advanceClock: {
    button: ["Advance by…", "Avançar por…"],
    submit: ["Advance", "Avançar"],
    done: ["It is $1 now.", "Agora são $1."],
  },
  freezeClock: { button: ["Freeze", "Congelar"] },
  resumeClock: { button: ["Resume", "Retomar"] },
  resetState: {
    button: ["Reset the sandbox…", "Zerar o sandbox…"],
    submit: ["Remove everything", "Remover tudo"],
    text: [
      "Charges, transfers, notifications and webhooks are removed; companies, settings and the clock are as at the start.",
      "Cobranças, transferências, notificações e webhooks são removidos; empresas, configurações e relógio voltam ao início.",
    ],
  },
  addFault: { button: ["Add a fault", "Adicionar falha"] },
  removeFault: { button: ["Remove", "Remover"] },
  clearFaults: { button: ["Remove all", "Remover todas"] },
  addCompany: {
    button: ["Add company", "Adicionar empresa"],
    done: ["Company added. Its secret is shown this once.", "Empresa adicionada. O segredo aparece só desta vez."],
  },
  renewApiSecret: {
    button: ["New API secret…", "Novo segredo da API…"],
    text: ["The secret in use stops working.", "O segredo em uso deixa de funcionar."],
    done: ["The new secret is shown this once. Copy it now.", "O novo segredo aparece só desta vez. Copie agora."],
  },
  changeCompany: {
    button: ["Set balance…", "Definir saldo…"],
    done: ["The balance is $1.", "O saldo é $1."],
  },
  changeSettings: { button: ["Save", "Salvar"] },
} as const;
