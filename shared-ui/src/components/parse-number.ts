/** How a number is written and read. */
export interface NumberFormat {
  readonly display: 'Integer' | 'Currency';
  readonly decimals: 0 | 2;
}

// Beyond it a number no longer says its last digit.
const largest = 1e15;
const pattern = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/;
const plainOf = (text: string) => text.replace(/[\s,$]/g, '');

/** Whether a text is a number, but one out of reach. */
export const isTooLarge = (text: string): boolean =>
  pattern.test(plainOf(text)) && Math.abs(Number(plainOf(text))) > largest;

/**
 * Reads '1,250', '$ 1 250.50' or '-3'; null for nothing, undefined for what is no number, has more decimals than the
 * format or is out of reach.
 */
export const parseTypedNumber = (text: string, { decimals }: NumberFormat): number | null | undefined => {
  const plain = plainOf(text);
  if (plain === '') return text.trim() === '' ? null : undefined;
  if (!pattern.test(plain)) return undefined;
  const behind = plain.split('.')[1]?.replace(/0+$/, '') ?? '';
  const number = Number(plain);
  return behind.length > decimals || Math.abs(number) > largest ? undefined : number || 0;
};

/** '1,250', '$1,250' or '$1,250.50'; '' for none. */
export const showNumber = (value: number | null, { display, decimals }: NumberFormat): string =>
  value === null
    ? ''
    : value.toLocaleString('en-US', {
        ...(display === 'Currency' ? { style: 'currency', currency: 'USD' } : {}),
        minimumFractionDigits: display === 'Currency' ? decimals : 0,
        maximumFractionDigits: decimals,
      });
