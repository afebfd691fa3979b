// Some files cannot name a color of the palette and write its number, such as shadows. Mails and PDFs have tests of their own.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../paths.ts';

const read = (file: string): string => readFileSync(path.join(repositoryRoot, file), 'utf8');

test.each([
  ['shared-ui/src/theme/tokens.ts', 'text'],
  ['shared-ui/src/theme/global-css.ts', 'highlight'],
  ['shell/src/pages/public-layout.tsx', 'accent'],
])('%s copies the color %s of the light scheme', (file, name) => {
  const [, light = ''] = /const light = \{([^}]+)\}/.exec(read('shared-ui/src/theme/palette.ts')) ?? [];
  const [, value = 'no such color'] = new RegExp(` ${name}: '(#\\w{6})'`).exec(light) ?? [];
  expect(read(file)).toContain(value);
});
