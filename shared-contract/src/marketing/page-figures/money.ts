/** What an amount without a currency is called. */
export const noCurrency = 'no currency';

/** '12,500.50 EUR'; whole amounts without decimals. Not the sign of the currency, because several have the same. */
export const formatMoney = (cents: number, currency: string | null): string => {
  const digits = cents % 100 === 0 ? 0 : 2;
  const amount = (cents / 100).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${amount} ${currency ?? `(${noCurrency})`}`;
};

/** The same without decimals, for tiles and averages. */
export const formatWholeMoney = (cents: number, currency: string | null): string =>
  formatMoney(Math.round(cents / 100) * 100, currency);
