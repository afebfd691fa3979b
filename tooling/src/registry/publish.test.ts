import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publishArea, readRegistry, retainAreas } from './publish.ts';

/** A package folder `mf-sample` with a build whose entry says `text`. */
const packageWith = (root: string, text: string) => {
  const dir = path.join(root, 'mf-sample');
  rmSync(path.join(dir, 'dist'), { recursive: true, force: true });
  mkdirSync(path.join(dir, 'dist'), { recursive: true });
  const area = {
    id: 'sample',
    name: 'Sample',
    routes: [{ path: '/sample', title: 'Sample', access: {} }],
    navigation: [],
  };
  writeFileSync(path.join(dir, 'area.json'), JSON.stringify(area));
  writeFileSync(path.join(dir, 'dist', 'remoteEntry.js'), text);
  const files = {
    initial: ['remoteEntry.js', 'area.1.js'],
    shared: {},
    consumes: ['react'],
    integrity: { 'remoteEntry.js': `sha384-${text}` },
  };
  writeFileSync(path.join(dir, 'dist', 'files.json'), JSON.stringify(files));
  return dir;
};

describe('publishArea', () => {
  let root: string;
  let site: string;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'publish-'));
    site = path.join(root, 'site');
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const publish = (text: string) => publishArea(site, packageWith(root, text));

  it('puts the files under their version and the area into the registry', () => {
    const entry = publish('one');
    expect(readFileSync(path.join(site, entry.base, 'remoteEntry.js'), 'utf8')).toBe('one');
    expect(readRegistry(site).areas).toEqual([entry]);
    expect(entry).toMatchObject({
      container: 'readerlens_sample',
      preload: ['area.1.js'],
      entry: 'remoteEntry.js',
    });
    expect(entry.previous).toBeUndefined();
  });

  it('keeps the version before as the one to fall back to, with its files', () => {
    const first = publish('one');
    const second = publish('two');
    expect(second.version).not.toBe(first.version);
    expect(second.previous).toMatchObject({ version: first.version, base: first.base });
    expect(existsSync(path.join(site, first.base, 'remoteEntry.js'))).toBe(true);
  });

  it('changes nothing when the same build is published again', () => {
    publish('one');
    const second = publish('two');
    expect(publish('two')).toEqual(second);
    expect(readRegistry(site).areas).toEqual([second]);
  });

  it('takes out areas that no longer exist', () => {
    publish('one');
    retainAreas(site, []);
    expect(readRegistry(site).areas).toEqual([]);
  });
});
