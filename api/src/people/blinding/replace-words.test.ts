import { replaceWords } from './replace-words.ts';

const mask = replaceWords([
  ['Anne–Marie O’Brien', 'Reader 1'],
  ['C++ Labs (EU)', 'Company 2'],
]);

it.each(['Anne–Marie O’Brien', "anne-marie\u00a0 o'brien", 'Anne‑Marie\nO´Brien', 'ANNE−MARIE OʼBRIEN'])(
  'masks %j, which looks the same',
  (name) => {
    expect(mask(`Dear ${name},`)).toBe('Dear Reader 1,');
  },
);

it('masks whole words only, with the characters of patterns', () => {
  expect(mask('XAnne-Marie O’Brien, c++  labs (eu)')).toBe('XAnne-Marie O’Brien, Company 2');
});
