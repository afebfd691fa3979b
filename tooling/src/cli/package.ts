// pnpm run package: writes a folder with the built product, which runs with Node alone. See docs/operating.md.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { callerDirectory } from '../deploy/area-package.ts';
import { log } from '../log.ts';
import { writePackage } from '../package/write-package.ts';
import { repositoryRoot } from '../paths.ts';

const usage = `Usage: npm run package -- [--to FOLDER]

Writes the product as a folder that runs with Node alone, without npm.

  --to FOLDER  where to write it; default: dist in this checkout
`;

// Types are erased by what runs the sources, which Node still calls experimental.
process.removeAllListeners('warning');

const readFolder = (): string | undefined => {
  try {
    const { to } = parseArgs({ options: { to: { type: 'string' } } }).values;
    return to === undefined ? path.join(repositoryRoot, 'dist') : path.resolve(callerDirectory(), to);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    return undefined;
  }
};

const folder = readFolder();
if (folder === undefined) process.exitCode = 2;
else
  log(`\nThe package is ${await writePackage(folder, log)}.\nIt runs there with: node readerlens.mjs start`);
