// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import { makeReaders } from "@packages/contract/src/check/read.ts";
import { standardFormats } from "@packages/contract/src/check/formats.ts";

const readers = makeReaders(JSON.parse("[{\"kind\":\"choice\",\"values\":[\"pending\",\"paid\",\"canceled\",\"refunded\"]},{\"kind\":\"text\",\"rules\":[[\"maxLength\",200],[\"minLength\",1]]},{\"kind\":\"text\",\"rules\":[[\"minLength\",1]]},{\"kind\":\"number\",\"integer\":true,\"rules\":[[\"format\",\"int32\"],[\"maximum\",200],[\"minimum\",1]]},{\"kind\":\"text\",\"rules\":[[\"maxLength\",100],[\"minLength\",1]]},{\"kind\":\"object\",\"fields\":[[\"status\",0],[\"search\",1],[\"companyId\",2],[\"limit\",3,0,50],[\"before\",4]],\"rest\":false},{\"kind\":\"object\",\"fields\":[],\"rest\":false},{\"kind\":\"object\",\"fields\":[[\"companyId\",2],[\"amountInCents\",8,1],[\"description\",9],[\"postbackUrl\",9],[\"customer\",10],[\"items\",14]],\"rest\":false},{\"kind\":\"number\",\"integer\":true,\"rules\":[[\"format\",\"int64\"],[\"maximum\",1000000000],[\"minimum\",1]]},{\"kind\":\"text\"},{\"kind\":\"object\",\"fields\":[[\"name\",9,1],[\"email\",9,1],[\"documentType\",11,1],[\"document\",9,1],[\"phone\",9],[\"billingAddress\",13]],\"rest\":false},{\"kind\":\"choice\",\"values\":[\"cpf\",\"cnpj\"]},{\"kind\":\"any\"},{\"kind\":\"record\",\"values\":12},{\"kind\":\"list\",\"items\":13},{\"kind\":\"object\",\"fields\":[[\"payer\",17]],\"rest\":false},{\"kind\":\"text\",\"rules\":[[\"pattern\",\"^[0-9]+$\"]]},{\"kind\":\"object\",\"fields\":[[\"bank\",9],[\"name\",9],[\"branch\",9],[\"document\",16],[\"account_type\",9],[\"account_number\",9]],\"rest\":false},{\"kind\":\"object\",\"fields\":[[\"reason\",19]],\"rest\":false},{\"kind\":\"text\",\"rules\":[[\"maxLength\",500],[\"minLength\",1]]},{\"kind\":\"object\",\"fields\":[[\"by\",23,1]],\"rest\":false},{\"kind\":\"text\",\"rules\":[[\"pattern\",\"^(?=.)([0-9]+d)?([0-9]+h)?([0-9]+m(?!s))?([0-9]+s)?([0-9]+ms)?$\"]]},{\"kind\":\"number\",\"integer\":true,\"rules\":[[\"format\",\"int64\"],[\"maximum\",315360000000],[\"minimum\",0]]},{\"kind\":\"union\",\"variants\":[21,22]},{\"kind\":\"object\",\"fields\":[[\"now\",25,1]],\"rest\":false},{\"kind\":\"text\",\"rules\":[[\"format\",\"date-time\"]]},{\"kind\":\"object\",\"fields\":[[\"search\",1],[\"companyId\",2],[\"limit\",3,0,50],[\"before\",4]],\"rest\":false},{\"kind\":\"object\",\"fields\":[[\"name\",28,1],[\"city\",29],[\"apiKey\",30],[\"apiSecret\",31],[\"balance\",32]],\"rest\":false},{\"kind\":\"text\",\"rules\":[[\"maxLength\",100],[\"minLength\",1]]},{\"kind\":\"text\",\"rules\":[[\"maxLength\",100],[\"minLength\",1]]},{\"kind\":\"text\",\"rules\":[[\"maxLength\",200],[\"minLength\",1],[\"pattern\",\"^[!-9;-~]+$\"]]},{\"kind\":\"text\",\"rules\":[[\"maxLength\",200],[\"minLength\",1],[\"pattern\",\"^[!-~]+$\"]]},{\"kind\":\"number\",\"integer\":true,\"rules\":[[\"format\",\"int64\"],[\"maximum\",10000000000000],[\"minimum\",0]]},{\"kind\":\"object\",\"fields\":[[\"name\",28],[\"city\",29],[\"suspended\",34],[\"balance\",32]],\"rest\":false},{\"kind\":\"boolean\"},{\"kind\":\"object\",\"fields\":[[\"operation\",2,1],[\"kind\",36,1],[\"count\",38],[\"delay\",39],[\"code\",2]],\"rest\":false},{\"kind\":\"choice\",\"values\":[\"latency\",\"error\",\"reset\",\"duplicate\",\"reorder\"]},{\"kind\":\"number\",\"integer\":true,\"rules\":[[\"format\",\"int32\"],[\"maximum\",1000000],[\"minimum\",1]]},{\"kind\":\"nullable\",\"of\":37},{\"kind\":\"number\",\"integer\":true,\"rules\":[[\"format\",\"int32\"],[\"maximum\",600000],[\"minimum\",0]]},{\"kind\":\"choice\",\"values\":[\"pending\",\"delivered\",\"failed\"]},{\"kind\":\"object\",\"fields\":[[\"status\",40],[\"objectId\",2],[\"search\",1],[\"companyId\",2],[\"limit\",3,0,50],[\"before\",4]],\"rest\":false},{\"kind\":\"object\",\"fields\":[[\"since\",25]],\"rest\":false},{\"kind\":\"object\",\"fields\":[[\"companyId\",2],[\"event\",44,1],[\"url\",9],[\"overrides\",13]],\"rest\":false},{\"kind\":\"choice\",\"values\":[\"transaction_created\",\"transaction_paid\",\"transaction_canceled\",\"transaction_refunded\",\"transfer_created\",\"transfer_updated\",\"transfer_completed\",\"transfer_canceled\"]},{\"kind\":\"number\",\"integer\":true,\"rules\":[[\"format\",\"int32\"],[\"maximum\",10080],[\"minimum\",1]]},{\"kind\":\"object\",\"fields\":[[\"minutes\",45,0,15]],\"rest\":false},{\"kind\":\"choice\",\"values\":[\"success\",\"error\"]},{\"kind\":\"object\",\"fields\":[[\"operation\",2],[\"outcome\",47],[\"search\",1],[\"companyId\",2],[\"limit\",3,0,50],[\"before\",4]],\"rest\":false},{\"kind\":\"object\",\"fields\":[[\"idempotencyKey\",50,0,\"fresh\"]],\"rest\":false},{\"kind\":\"choice\",\"values\":[\"fresh\",\"same\"]},{\"kind\":\"object\",\"fields\":[[\"format\",52,1],[\"version\",9,1],[\"takenAt\",25,1],[\"checksum\",9,1],[\"state\",9,1]],\"rest\":false},{\"kind\":\"number\",\"integer\":true,\"rules\":[[\"format\",\"int32\"],[\"minimum\",1]]},{\"kind\":\"object\",\"fields\":[[\"chargeFee\",54],[\"transferFee\",54],[\"dailyLimit\",55],[\"rateLimitMultiplier\",57],[\"transferSteps\",58],[\"chargeLifetime\",22],[\"openingBalance\",32],[\"retention\",60]],\"rest\":false},{\"kind\":\"object\",\"fields\":[[\"fixed\",55,1],[\"basisPoints\",56,1]],\"rest\":false},{\"kind\":\"number\",\"integer\":true,\"rules\":[[\"format\",\"int64\"],[\"maximum\",9007199254740991],[\"minimum\",0]]},{\"kind\":\"number\",\"integer\":true,\"rules\":[[\"format\",\"int32\"],[\"maximum\",10000],[\"minimum\",0]]},{\"kind\":\"number\",\"rules\":[[\"format\",\"double\"],[\"maximum\",1000000],[\"minimum\",0]]},{\"kind\":\"object\",\"fields\":[[\"queued\",59,1],[\"processing\",59,1]],\"rest\":false},{\"kind\":\"nullable\",\"of\":22},{\"kind\":\"object\",\"fields\":[[\"notifications\",59,1],[\"requests\",61,1]],\"rest\":false},{\"kind\":\"number\",\"integer\":true,\"rules\":[[\"format\",\"int32\"],[\"maximum\",100000],[\"minimum\",0]]},{\"kind\":\"choice\",\"values\":[\"queued\",\"processing\",\"completed\",\"refused\",\"canceled\"]},{\"kind\":\"object\",\"fields\":[[\"status\",62],[\"search\",1],[\"companyId\",2],[\"limit\",3,0,50],[\"before\",4]],\"rest\":false},{\"kind\":\"object\",\"fields\":[[\"companyId\",2],[\"amount\",8,1],[\"postbackUrl\",9],[\"pixKey\",9,1],[\"description\",9]],\"rest\":false},{\"kind\":\"object\",\"fields\":[[\"companyId\",2],[\"url\",9,1],[\"events\",66],[\"name\",9]],\"rest\":false},{\"kind\":\"list\",\"items\":44}]"), standardFormats);

/** By operation: how it is called, and the checks of what it is given. */
export const operations = {
  listCharges: { method: "GET", path: "/charges", query: readers(5), integers: ["limit"] },
  createCharge: { method: "POST", path: "/charges", query: readers(6), integers: [], body: readers(7), bodyRequired: true },
  readCharge: { method: "GET", path: "/charges/{id}", query: readers(6), integers: [] },
  cancelCharge: { method: "POST", path: "/charges/{id}/cancel", query: readers(6), integers: [] },
  expireCharge: { method: "POST", path: "/charges/{id}/expire", query: readers(6), integers: [] },
  payCharge: { method: "POST", path: "/charges/{id}/pay", query: readers(6), integers: [], body: readers(15), bodyRequired: false },
  refundCharge: { method: "POST", path: "/charges/{id}/refund", query: readers(6), integers: [], body: readers(18), bodyRequired: false },
  readClock: { method: "GET", path: "/clock", query: readers(6), integers: [] },
  advanceClock: { method: "POST", path: "/clock/advance", query: readers(6), integers: [], body: readers(20), bodyRequired: true },
  freezeClock: { method: "POST", path: "/clock/freeze", query: readers(6), integers: [] },
  resumeClock: { method: "POST", path: "/clock/resume", query: readers(6), integers: [] },
  setClock: { method: "POST", path: "/clock/set", query: readers(6), integers: [], body: readers(24), bodyRequired: true },
  listCompanies: { method: "GET", path: "/companies", query: readers(26), integers: ["limit"] },
  addCompany: { method: "POST", path: "/companies", query: readers(6), integers: [], body: readers(27), bodyRequired: true },
  readCompany: { method: "GET", path: "/companies/{id}", query: readers(6), integers: [] },
  changeCompany: { method: "PATCH", path: "/companies/{id}", query: readers(6), integers: [], body: readers(33), bodyRequired: true },
  readPostbackSecret: { method: "GET", path: "/companies/{id}/postback-secret", query: readers(6), integers: [] },
  renewApiSecret: { method: "POST", path: "/companies/{id}/secret", query: readers(6), integers: [] },
  readCredentials: { method: "GET", path: "/credentials", query: readers(6), integers: [] },
  listFaults: { method: "GET", path: "/faults", query: readers(6), integers: [] },
  addFault: { method: "POST", path: "/faults", query: readers(6), integers: [], body: readers(35), bodyRequired: true },
  clearFaults: { method: "DELETE", path: "/faults", query: readers(6), integers: [] },
  listFaultChoices: { method: "GET", path: "/faults/choices", query: readers(6), integers: [] },
  removeFault: { method: "DELETE", path: "/faults/{id}", query: readers(6), integers: [] },
  readLedger: { method: "GET", path: "/ledger", query: readers(6), integers: [] },
  listNotifications: { method: "GET", path: "/notifications", query: readers(41), integers: ["limit"] },
  resendFailed: { method: "POST", path: "/notifications/resend", query: readers(6), integers: [], body: readers(42), bodyRequired: false },
  triggerEvent: { method: "POST", path: "/notifications/trigger", query: readers(6), integers: [], body: readers(43), bodyRequired: true },
  readNotification: { method: "GET", path: "/notifications/{id}", query: readers(6), integers: [] },
  resendNotification: { method: "POST", path: "/notifications/{id}/resend", query: readers(6), integers: [] },
  readOverview: { method: "GET", path: "/overview", query: readers(46), integers: ["minutes"] },
  listRequests: { method: "GET", path: "/requests", query: readers(48), integers: ["limit"] },
  clearRequests: { method: "DELETE", path: "/requests", query: readers(6), integers: [] },
  readRequest: { method: "GET", path: "/requests/{id}", query: readers(6), integers: [] },
  replayRequest: { method: "POST", path: "/requests/{id}/replay", query: readers(6), integers: [], body: readers(49), bodyRequired: false },
  resetState: { method: "POST", path: "/reset", query: readers(6), integers: [] },
  restoreSnapshot: { method: "POST", path: "/restore", query: readers(6), integers: [], body: readers(51), bodyRequired: true },
  readSettings: { method: "GET", path: "/settings", query: readers(6), integers: [] },
  changeSettings: { method: "PATCH", path: "/settings", query: readers(6), integers: [], body: readers(53), bodyRequired: true },
  settle: { method: "POST", path: "/settle", query: readers(6), integers: [] },
  takeSnapshot: { method: "GET", path: "/snapshot", query: readers(6), integers: [] },
  readState: { method: "GET", path: "/state", query: readers(6), integers: [] },
  streamChanges: { method: "GET", path: "/stream", query: readers(6), integers: [] },
  readTimeline: { method: "GET", path: "/timeline/{id}", query: readers(6), integers: [] },
  listTransfers: { method: "GET", path: "/transfers", query: readers(63), integers: ["limit"] },
  createTransfer: { method: "POST", path: "/transfers", query: readers(6), integers: [], body: readers(64), bodyRequired: true },
  readTransfer: { method: "GET", path: "/transfers/{id}", query: readers(6), integers: [] },
  cancelTransfer: { method: "POST", path: "/transfers/{id}/cancel", query: readers(6), integers: [], body: readers(18), bodyRequired: false },
  completeTransfer: { method: "POST", path: "/transfers/{id}/complete", query: readers(6), integers: [] },
  processTransfer: { method: "POST", path: "/transfers/{id}/process", query: readers(6), integers: [] },
  refuseTransfer: { method: "POST", path: "/transfers/{id}/refuse", query: readers(6), integers: [], body: readers(18), bodyRequired: false },
  listWebhooks: { method: "GET", path: "/webhooks", query: readers(26), integers: ["limit"] },
  addWebhook: { method: "POST", path: "/webhooks", query: readers(6), integers: [], body: readers(65), bodyRequired: true },
  readWebhook: { method: "GET", path: "/webhooks/{id}", query: readers(6), integers: [] },
  removeWebhook: { method: "DELETE", path: "/webhooks/{id}", query: readers(6), integers: [] },
  readWebhookSecret: { method: "GET", path: "/webhooks/{id}/secret", query: readers(6), integers: [] },
};

/** What a pattern stands for. */
export const forms = {
  "^(?=.)([0-9]+d)?([0-9]+h)?([0-9]+m(?!s))?([0-9]+s)?([0-9]+ms)?$": "A length of time such as `90s`, `1h30m` or `2d3h`.",
  "^[!-9;-~]+$": "Key of a company. A colon would end it in the `Authorization` header.",
  "^[!-~]+$": "Secret of a company, of which only a hash is stored.",
  "^[0-9]+$": "Tax document of the payer.",
};
