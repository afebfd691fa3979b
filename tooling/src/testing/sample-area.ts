import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AreaDescription } from '@readerlens/contract/registry';
import { computeIntegrity } from '../integrity.ts';
import type { FileList } from '../webpack/file-list-plugin.ts';

export interface SampleArea {
  id?: string;
  /** Source of its script; a different source makes a different version. */
  script?: string;
  route?: string;
  requires?: Record<string, string>;
  area?: Partial<AreaDescription>;
  /** When it was built; unknown without. */
  builtAt?: string;
  /** The widgets of the build; none without. */
  widgets?: FileList['widgets'];
  /** Its TypeScript source, which is checked and not built; none without. */
  source?: string;
}

/** Creates a built package `mf-ID` below `root`, with area.json and dist/. Returns its folder. */
export const writeSampleArea = (
  root: string,
  {
    id = 'sample',
    script = '"one";',
    route = `/${id}`,
    requires = { react: '^19.0.0' },
    area,
    builtAt,
    widgets,
    source,
  }: SampleArea = {},
): string => {
  const dir = path.join(root, `mf-${id}`);
  const dist = path.join(dir, 'dist');
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  const container = `readerlens_${id.replaceAll('-', '_')}_${computeIntegrity(script).replaceAll(/\W/g, '').slice(6, 18)}`;
  const files = { 'remoteEntry.js': `var ${container};`, 'area.1.js': script };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(dist, name), text);
  writeFileSync(path.join(dist, 'area.1.js.map'), '{}');
  const list = {
    container,
    initial: Object.keys(files),
    shared: {},
    provides: {},
    consumes: Object.keys(requires),
    requires,
    widgets,
    integrity: Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, computeIntegrity(text)]),
    ),
    builtAt,
  };
  writeFileSync(path.join(dist, 'files.json'), JSON.stringify(list));
  const description = {
    id,
    name: id,
    routes: [{ path: route, title: id, access: {} }],
    navigation: [],
    ...area,
  };
  writeFileSync(path.join(dir, 'area.json'), JSON.stringify(description));
  if (source !== undefined) {
    const compilerOptions = { strict: true, noEmit: true, types: [], lib: ['es2023'], module: 'esnext' };
    writeFileSync(path.join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['area.ts'] }));
    writeFileSync(path.join(dir, 'area.ts'), source);
  }
  return dir;
};
