import { integrityFor, startIntegrity, trustFiles } from './integrity.ts';

const place = (files: Record<string, string>) => {
  document.body.innerHTML = `<script type="application/json" id="readerlens-integrity">${JSON.stringify(files)}</script>`;
};

describe('integrity', () => {
  it("answers webpack's runtime what the page says of the shell's files", () => {
    place({ '/shell/main.1.js': 'sha384-main' });
    startIntegrity();
    expect(window.readerlensIntegrity(`${location.origin}/shell/main.1.js`)).toBe('sha384-main');
  });

  it("answers for an area's files once the registry vouched for them, on any origin", () => {
    trustFiles({ 'area.1.js': 'sha384-area' }, '/areas/sample/v1/');
    trustFiles({ 'area.2.js': 'sha384-other' }, 'https://areas.example/sample/v2/');
    expect(integrityFor('/areas/sample/v1/area.1.js')).toBe('sha384-area');
    expect(integrityFor('https://areas.example/sample/v2/area.2.js')).toBe('sha384-other');
  });

  it('answers another address for a file that is asked for again', () => {
    startIntegrity();
    const address = `${location.origin}/areas/sample/v1/area.1.js`;
    const asked = [1, 2, 3].map(() => window.readerlensAddress(address));
    expect(asked).toEqual([address, `${address}?again=1`, `${address}?again=2`]);
  });

  it('returns a hash that matches no file for an unknown file', () => {
    expect(integrityFor('/areas/sample/v1/unknown.js')).toMatch(/^sha384-A{64}$/);
  });
});
