const moneyFormat = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });

/** Centavos as reais, written as in Brazil whatever the language of the page: `R$ 1.234,56`. */
export function formatMoney(centavos: number): string {
  return moneyFormat.format(centavos / 100);
}

/**
 * Reads an amount of reais as people type it: `10`, `10,5`, `1.234,56`, `10.50`, `R$ 10,00`. The last comma or dot with
 * one or two digits behind it is the decimal one.
 *
 * @returns centavos; undefined if it is not an amount
 */
export function parseMoney(value: string): number | undefined {
  const typed = value.replace(/^\s*R\$/, "").replace(/\s/g, "");
  const [, whole = "", fraction = ""] =
    /^(\d+)(?:[.,](\d{1,2}))?$/.exec(typed) ??
    /^(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/.exec(typed) ??
    /^(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(typed) ??
    [];
  if (!whole) return undefined;
  return Number(whole.replace(/[.,]/g, "")) * 100 + Number(fraction.padEnd(2, "0"));
}

/** Centavos for an input: `10,50`. */
export function editMoney(centavos: number): string {
  return (centavos / 100).toFixed(2).replace(".", ",");
}
