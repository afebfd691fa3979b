// pnpm run package: writes a folder with the built product, which runs with Node alone. See docs/operating.md.
import path from 'node:path';
import { parseArguments } from '@readerlens/api/command';
import { UsageError } from '@readerlens/api/explained-error';
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
    const options = { to: { type: 'string' } } as const;
    const { to } = parseArguments(process.argv.slice(2), { usage: `\n${usage.trimEnd()}`, options }).values;
    return to === undefined ? path.join(repositoryRoot, 'dist') : path.resolve(callerDirectory(), to);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return undefined;
  }
};

const folder = readFolder();
if (folder === undefined) process.exitCode = 2;
else
  log(`\nThe package is ${await writePackage(folder, log)}.\nIt runs there with: node readerlens.mjs start`);
