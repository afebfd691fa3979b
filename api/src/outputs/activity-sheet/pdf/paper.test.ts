import { readFileSync } from 'node:fs';
import { ink } from './paper.ts';

/** Names in the palette, where they differ. */
const paletteNames: Readonly<Record<string, string>> = {
  muted: 'textMuted',
  subtle: 'textSubtle',
  empty: 'borderStrong',
};

it('prints in the light colors of the product', () => {
  const source = readFileSync(
    new URL('../../../../../shared-ui/src/theme/palette.ts', import.meta.url),
    'utf8',
  );
  const [, light = ''] = /const light = \{([^}]+)\}/.exec(source) ?? [];
  for (const [name, value] of Object.entries(ink))
    expect(light).toContain(` ${paletteNames[name] ?? name}: '${value}'`);
});
