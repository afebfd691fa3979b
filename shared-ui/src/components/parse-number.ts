/** Format of a typed and shown number. */
export interface NumberFormat {
  readonly display: 'Integer' | 'Currency';
  readonly decimals: 0 | 2;
}

// Beyond this, JavaScript numbers lose their last digit.
const largest = 1e15;
const pattern = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/;
const removeSeparators = (text: string) => text.replace(/[\s,$]/g, '');

/** Whether a text is a number that is too large. */
export const isTooLarge = (text: string): boolean =>
  pattern.test(removeSeparators(text)) && Math.abs(Number(removeSeparators(text))) > largest;

/**
 * Reads '1,250', '$ 1 250.50' or '-3'. Null for an empty text; undefined for a text that is not a number, has too many
 * decimals for the format or is too large.
 */
export const parseTypedNumber = (text: string, { decimals }: NumberFormat): number | null | undefined => {
  const plain = removeSeparators(text);
  if (plain === '') return text.trim() === '' ? null : undefined;
  if (!pattern.test(plain)) return undefined;
  const behind = plain.split('.')[1]?.replace(/(?<!0)0+$/, '') ?? '';
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
