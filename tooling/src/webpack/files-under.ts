import { readdirSync } from 'node:fs';
import path from 'node:path';

/** `.git`: an area may have its own git repository. */
const skipped = new Set(['.git', 'node_modules', 'dist', 'testing']);

/** The files in a folder and those below it that can change a bundle. */
export const filesUnder = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(path.join(dir, entry.name)) : [path.join(dir, entry.name)],
    )
    .sort();
