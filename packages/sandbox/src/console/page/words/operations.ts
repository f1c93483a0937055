/**
 * What the console says around an operation of the control plane, in English and Portuguese: on its button, on the
 * button of its dialog, before it is confirmed, and when it is done. `$1` is what it acts on.
 */
export const operations = {
  createCharge: {
    button: ["New charge", "Nova cobrança"],
    submit: ["Create charge", "Criar cobrança"],
    done: ["Charge of $1 created.", "Cobrança de $1 criada."],
  },
  payCharge: {
    button: ["Pay", "Pagar"],
    done: ["$1 paid.", "$1 pagos."],
  },
  cancelCharge: {
    button: ["Cancel…", "Cancelar…"],
    submit: ["Cancel the charge", "Cancelar a cobrança"],
    text: [
      "The charge can no longer be paid. This cannot be undone.",
      "A cobrança não poderá mais ser paga. Isto não pode ser desfeito.",
    ],
    done: ["Canceled.", "Cancelada."],
  },
  expireCharge: {
    button: ["Let expire…", "Fazer expirar…"],
    submit: ["Let the charge expire", "Fazer a cobrança expirar"],
    text: [
      "The charge ends now as if its time were over. This cannot be undone.",
      "A cobrança termina agora, como se o prazo tivesse acabado. Isto não pode ser desfeito.",
    ],
    done: ["Expired.", "Expirou."],
  },
  refundCharge: {
    button: ["Refund…", "Devolver…"],
    submit: ["Refund", "Devolver"],
    done: ["$1 refunded.", "$1 devolvidos."],
  },
  createTransfer: {
    button: ["New transfer", "Nova transferência"],
    submit: ["Create transfer", "Criar transferência"],
    done: ["Transfer of $1 created.", "Transferência de $1 criada."],
  },
  processTransfer: {
    button: ["Process", "Processar"],
    done: ["Processing.", "Em processamento."],
  },
  completeTransfer: {
    button: ["Complete", "Concluir"],
    done: ["Completed.", "Concluída."],
  },
  refuseTransfer: {
    button: ["Refuse…", "Recusar…"],
    submit: ["Refuse", "Recusar"],
    done: ["Refused.", "Recusada."],
  },
  cancelTransfer: {
    button: ["Cancel…", "Cancelar…"],
    submit: ["Cancel the transfer", "Cancelar a transferência"],
    done: ["Canceled.", "Cancelada."],
  },
  triggerEvent: {
    button: ["Send a test event…", "Enviar evento de teste…"],
    submit: ["Send", "Enviar"],
    done: ["$1 was sent.", "$1 foi enviado."],
  },
  resendNotification: {
    button: ["Resend", "Reenviar"],
    done: ["Sent again.", "Enviada de novo."],
  },
  addWebhook: {
    button: ["New webhook", "Novo webhook"],
    submit: ["Create webhook", "Criar webhook"],
    done: [
      "Webhook created. Its signing secret is shown in its details.",
      "Webhook criado. O segredo de assinatura está nos detalhes.",
    ],
  },
  removeWebhook: {
    button: ["Delete…", "Excluir…"],
    submit: ["Delete the webhook", "Excluir o webhook"],
    text: [
      "It gets no more notifications, and those not delivered yet are given up.",
      "Ele não recebe mais notificações, e as que não foram entregues são abandonadas.",
    ],
    done: ["Webhook deleted.", "Webhook excluído."],
  },
  clearRequests: {
    button: ["Clear the list", "Limpar a lista"],
    done: ["Cleared.", "Limpo."],
  },
  advanceClock: {
    button: ["Advance", "Avançar"],
    done: ["It is $1 now.", "Agora são $1."],
  },
  freezeClock: {
    button: ["Freeze", "Parar"],
    done: ["The clock is frozen.", "O relógio está parado."],
  },
  resumeClock: {
    button: ["Resume", "Retomar"],
    done: ["The clock is running.", "O relógio anda."],
  },
  resetState: {
    button: ["Reset the sandbox…", "Zerar o sandbox…"],
    submit: ["Remove everything", "Remover tudo"],
    text: [
      "Charges, transfers, notifications and webhooks are removed; companies, settings and the clock are as at the start.",
      "Cobranças, transferências, notificações e webhooks são removidos; empresas, configurações e relógio voltam ao início.",
    ],
    done: ["The sandbox was reset.", "O sandbox foi zerado."],
  },
  addFault: {
    button: ["Add a fault", "Adicionar falha"],
    submit: ["Add a fault", "Adicionar falha"],
    done: ["Fault added.", "Falha adicionada."],
  },
  removeFault: {
    button: ["Remove", "Remover"],
    done: ["Fault removed.", "Falha removida."],
  },
  clearFaults: {
    button: ["Remove all", "Remover todas"],
    done: ["Fault removed.", "Falha removida."],
  },
  addCompany: {
    button: ["New company", "Nova empresa"],
    submit: ["Add company", "Adicionar empresa"],
    done: ["Company added. Its secret is shown this once.", "Empresa adicionada. O segredo aparece só desta vez."],
  },
  renewApiSecret: {
    button: ["New API secret…", "Novo segredo da API…"],
    submit: ["Make a new one", "Gerar um novo"],
    text: [
      "The secret in use stops working. Tokens live on until they expire.",
      "O segredo em uso deixa de funcionar. Os tokens valem até expirar.",
    ],
    done: ["The new secret is shown this once. Copy it now.", "O novo segredo aparece só desta vez. Copie agora."],
  },
  changeCompany: {
    button: ["Set balance…", "Definir saldo…"],
    submit: ["Set", "Definir"],
    done: ["The balance is $1.", "O saldo é $1."],
  },
  changeSettings: {
    button: ["Save", "Salvar"],
    done: ["Settings saved.", "Configurações salvas."],
  },
} as const;
