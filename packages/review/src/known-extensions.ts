/** Fields that are compared elsewhere, or say nothing to those who call. */
export const knownExtensions = new Set([
  ...[
    "x-basis",
    "x-body-limit",
    "x-client-name",
    "x-error",
    "x-error-catalogue",
    "x-errors",
    "x-example",
    "x-format-by",
    "x-idempotency",
    "x-invalid",
  ],
  ...[
    "x-lifecycle",
    "x-notification",
    "x-notification-delivery",
    "x-notification-signature",
    "x-notifies",
    "x-open-set",
  ],
  ...["x-personal", "x-rate-limit", "x-sunset", "x-token", "x-values", "x-version-policy"],
]);
