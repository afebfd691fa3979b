import { isTooLarge, parseTypedNumber, showNumber } from './parse-number.ts';

const whole = { display: 'Integer', decimals: 0 } as const;
const dollars = { display: 'Currency', decimals: 0 } as const;
const cents = { display: 'Currency', decimals: 2 } as const;

it.each([
  ['', whole, null],
  ['  ', whole, null],
  ['1250', whole, 1250],
  ['1,250,000', whole, 1_250_000],
  ['-3', whole, -3],
  ['-0', whole, 0],
  ['$1,250.00', dollars, 1250],
  ['$ 1 250.5', cents, 1250.5],
  ['.5', cents, 0.5],
  ['1.5', whole, undefined],
  ['1.234', cents, undefined],
  ['1e9', whole, undefined],
  ['much', whole, undefined],
  ['$', dollars, undefined],
  ['9999999999999999', whole, undefined],
])('reads %p', (text, format, number) => {
  expect(parseTypedNumber(text, format)).toBe(number);
});

it.each([
  ['1e9', false],
  ['1,000,000,000,000,000', false],
  ['$9 999 999 999 999 999', true],
  ['-99999999999999999999999', true],
])('knows whether %p is out of reach', (text, expected) => expect(isTooLarge(text)).toBe(expected));

it.each([
  [null, dollars, ''],
  [1_250_000, whole, '1,250,000'],
  [1_250_000, dollars, '$1,250,000'],
  [-1250.5, cents, '-$1,250.50'],
])('shows %p', (number, format, text) => {
  expect(showNumber(number, format)).toBe(text);
  expect(parseTypedNumber(text, format)).toBe(number);
});
