import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Finding } from '../area/contract/call-findings.ts';
import { breaking, note } from '../area/contract/call-findings.ts';
import { buildArguments, findCompiler } from '../typescript.ts';

/** Enough to see what is wrong; the rest is in the editor. */
const shownLines = 10;

/**
 * What the TypeScript compiler says about the package in `dir` and those that it references. A package without
 * tsconfig.json is not checked, which is a note.
 */
export const typeFindings = (dir: string): Promise<Finding[]> => {
  if (!existsSync(path.join(dir, 'tsconfig.json')))
    return Promise.resolve([note('its types are not checked: it has no tsconfig.json')]);
  return new Promise((resolve, reject) => {
    const args = [findCompiler(), ...buildArguments, dir, '--pretty', 'false'];
    execFile(process.execPath, args, { cwd: dir }, (error, out) => {
      if (!error) return resolve([]);
      if (typeof error.code !== 'number') return reject(error);
      const lines = out.split('\n').filter((text) => text.trim() !== '');
      const more = lines.length > shownLines ? [`… and ${lines.length - shownLines} more lines`] : [];
      const text = [...lines.slice(0, shownLines), ...more].map((each) => `    ${each}`).join('\n');
      resolve([breaking(`its types have errors:\n${text}`)]);
    });
  });
};
