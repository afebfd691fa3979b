import * as fc from 'fast-check';
import { emailInPath, emailOfPath, findReaderPath } from '@readerlens/contract/readers';
import { runs, testSeed } from '@readerlens/filters/testing';
import { buildCompanyUrl } from './activity-values.ts';

const settings = { numRuns: runs({ test: 500, soak: 50_000 }), seed: testSeed };
const character = fc.constantFrom('_', '_', '_', '.', '.', 'a', '@', '-', '+', '%', '/', '?', '#', ' ', 'ß');
const parts = (path: string) => new URL(path, 'https://app.example').pathname.split('/').slice(3);

describe('the address of a reader', () => {
  it('leads to the e-mail that it was made of, or is by id', () => {
    const email = fc.array(character, { maxLength: 12 }).map((all) => all.join(''));
    fc.assert(
      fc.property(email, (text) => {
        const path = emailInPath(text);
        if (path === null) return;
        const [part = ''] = parts(findReaderPath(text) ?? '');
        expect(emailOfPath(decodeURIComponent(part))).toBe(text);
        expect(emailOfPath(decodeURIComponent(path))).toBe(text);
      }),
      settings,
    );
  });

  it('is not shared by two e-mails', () => {
    expect(['john_.doe@x.example', 'john._doe@x.example', 'john.doe@x.example'].map(emailInPath)).toEqual([
      null,
      'john____doe@x___example',
      'john___doe@x___example',
    ]);
  });
});

it('the address of an organization has its id, whatever its name is', () => {
  const name = fc.oneof(fc.constantFrom('', '.', '..', '...', '-', '%2e%2e', 'a/b'), fc.string());
  fc.assert(
    fc.property(name, fc.option(name), (organization, company) => {
      const path = buildCompanyUrl(company, organization, 7) ?? '';
      expect(parts(path)).toHaveLength(3);
      expect(parts(path)[1]).toBe('7');
      expect(parts(path).every((part) => part !== '')).toBe(true);
    }),
    settings,
  );
});
