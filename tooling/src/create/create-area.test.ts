import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDescription } from '../area/area-build.ts';
import { repositoryRoot } from '../paths.ts';
import { createArea, formatAreaName } from './create-area.ts';
import { createTeamArea } from './create-team-area.ts';

describe('createArea', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'create-'));
    for (const file of ['tsconfig.json', 'jest.config.cjs']) {
      copyFileSync(path.join(repositoryRoot, file), path.join(root, file));
    }
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const text = (file: string) => readFileSync(path.join(root, file), 'utf8');

  it('creates a package with a valid description, and registers it', () => {
    expect(createArea(root, { id: 'client-notes', name: formatAreaName('client-notes') })).toBe(
      'mf-client-notes',
    );
    expect(readDescription(path.join(root, 'mf-client-notes'))).toMatchObject({
      id: 'client-notes',
      name: 'Client Notes',
    });
    expect(text('mf-client-notes/src/area.ts')).toContain('Component: ClientNotesScreen');
    expect(text('tsconfig.json')).toContain('"./mf-client-notes"');
    expect(text('jest.config.cjs')).toContain("'mf-client-notes',");
  });

  it('declares the packages that it imports as dependencies', () => {
    createArea(root, { id: 'sample', name: 'Sample' });
    const { dependencies } = JSON.parse(text('mf-sample/package.json')) as { dependencies: object };
    const imports = [...text('mf-sample/src/sample.screen.tsx').matchAll(/from '([^.'][^']*)'/g)];
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(imports.map((match) => match[1])));
  });

  it.each([
    ['login', 'Choose another id'],
    ['Client Notes', 'id must be a name'],
    ['../elsewhere', 'id must be a name'],
  ])('rejects the id %s without writing anything', (id, message) => {
    expect(() => createArea(root, { id, name: 'Name' })).toThrow(message);
    expect(text('tsconfig.json')).toBe(readFileSync(path.join(repositoryRoot, 'tsconfig.json'), 'utf8'));
    expect(existsSync(path.join(root, `mf-${id}`))).toBe(false);
  });

  it('rejects a name with special characters', () => {
    expect(() => createArea(root, { id: 'sample', name: 'Sample" bad={' })).toThrow('--name may contain');
    expect(existsSync(path.join(root, 'mf-sample'))).toBe(false);
  });

  it('does not change an existing folder', () => {
    createArea(root, { id: 'sample', name: 'Sample' });
    expect(() => createArea(root, { id: 'sample', name: 'Sample' })).toThrow(
      'The folder mf-sample already exists',
    );
  });
});

describe('createTeamArea', () => {
  let root: string;
  const text = (file: string) => readFileSync(path.join(root, file), 'utf8');

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'team-'));
    writeFileSync(path.join(root, 'package.json'), '{ "devDependencies": { "kit": "1" } }');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('writes an area with an owner beside what the repository has', () => {
    createTeamArea(root, { id: 'client-notes', name: 'Client Notes' });
    expect(readDescription(root)).toMatchObject({ id: 'client-notes', owner: 'Team of Client Notes' });
    expect(JSON.parse(text('package.json'))).toMatchObject({ devDependencies: { kit: '1' } });
    expect(text('.gitignore')).toBe('node_modules\ndist\n');
  });

  it('keeps the .gitignore of the repository, and replaces no other file', () => {
    writeFileSync(path.join(root, '.gitignore'), 'logs\n');
    createTeamArea(root, { id: 'client-notes', name: 'Client Notes' });
    expect(text('.gitignore')).toBe('logs\n');
    expect(() => createTeamArea(root, { id: 'client-notes', name: 'Client Notes' })).toThrow(
      'This folder already has area.json',
    );
  });
});
