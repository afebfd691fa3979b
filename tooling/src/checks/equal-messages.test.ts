// A message that two files write alike belongs in one place; else a correction reaches one of them only.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../paths.ts';
import { hasProductTexts, readTexts } from './message-texts.ts';

/** Shorter texts are labels, which can be the same by chance. */
const leastWords = 4;

const isLowerCase = (word: string): boolean => /^\p{Ll}/u.test(word);

/** A name such as 'Most Active Readers' has capitals only; two charts may have the same. */
const isMessage = (text: string): boolean => {
  const words = text.split(' ').filter((word) => /^\p{L}/u.test(word));
  return /^(?:\p{Lu}|\{\})/u.test(text) && words.length >= leastWords && words.slice(1).some(isLowerCase);
};

const readMessages = (file: string, source: string): string[] => readTexts(file, source).filter(isMessage);

/** Each as the files that write it. */
const findEqual = (sources: Readonly<Record<string, string>>): string[] => {
  const files = new Map<string, string[]>();
  for (const [file, source] of Object.entries(sources))
    for (const text of new Set(readMessages(file, source)))
      files.set(text, [...(files.get(text) ?? []), file]);
  return [...files]
    .filter(([, places]) => places.length > 1)
    .map(([text, places]) => `${text} ${places.join(' = ')}`);
};

it('no two files write the same message', () => {
  const files = globSync('*/src/**/*.{ts,tsx}', { cwd: repositoryRoot }).filter(hasProductTexts);
  expect(files.length).toBeGreaterThan(1000);
  const sources = files.map((file) => [file, readFileSync(path.join(repositoryRoot, file), 'utf8')]);
  expect(findEqual(Object.fromEntries(sources) as Record<string, string>)).toEqual([]);
});

it('finds equal messages in texts, templates and elements, and not names, short texts or those for developers', () => {
  expect(
    findEqual({
      'a.tsx':
        'const A = () => <p>\n  The file is\n  too large.\n</p>; const b = `The file ${a} is too large.`;',
      'b.ts': "const a = 'The file is too large.'; const b = `The file ${name} is too large.`;",
      'c.ts':
        "const a = 'Engagements By Buyer Journey'; const b = 'Please try again'; throw new Error('It is not so.');",
      'd.ts':
        "const a = 'Engagements By Buyer Journey'; const b = 'Please try again'; throw new Error('It is not so.');",
    }),
  ).toEqual(['The file is too large. a.tsx = b.ts', 'The file {} is too large. a.tsx = b.ts']);
});
