import { integrityFor, startIntegrity, registerIntegrity } from './integrity.ts';

const listFiles = (files: Record<string, string>) => {
  document.body.innerHTML = `<script type="application/json" id="readerlens-integrity">${JSON.stringify(files)}</script>`;
};

describe('integrity', () => {
  afterEach(() => document.body.replaceChildren());

  it("returns to webpack's runtime the integrity that the page lists for the shell's files", () => {
    listFiles({ '/shell/main.1.js': 'sha384-main' });
    startIntegrity();
    expect(window.readerlensIntegrity(`${location.origin}/shell/main.1.js`)).toBe('sha384-main');
  });

  it("knows an area's files once their integrity is registered, on any origin", () => {
    registerIntegrity({ 'area.1.js': 'sha384-area' }, '/areas/sample/v1/');
    registerIntegrity({ 'area.2.js': 'sha384-other' }, 'https://areas.example/sample/v2/');
    expect(integrityFor('/areas/sample/v1/area.1.js')).toBe('sha384-area');
    expect(integrityFor('https://areas.example/sample/v2/area.2.js')).toBe('sha384-other');
  });

  it('returns a new URL for a file that is requested again', () => {
    startIntegrity();
    const address = `${location.origin}/areas/sample/v1/area.1.js`;
    const addresses = [1, 2, 3].map(() => window.readerlensAddress(address));
    expect(addresses).toEqual([address, `${address}?again=1`, `${address}?again=2`]);
  });

  it('returns a hash that matches no file for an unknown file', () => {
    expect(integrityFor('/areas/sample/v1/unknown.js')).toMatch(/^sha384-A{64}$/);
  });
});
