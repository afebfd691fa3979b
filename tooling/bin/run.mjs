import { existsSync } from 'node:fs';
import path from 'node:path';
import { delegate, install, installForStart, root } from './bootstrap.mjs';

const [command = '', ...args] = process.argv.slice(2);
if (!/^[a-z-]+$/.test(command) || !existsSync(path.join(root, 'tooling', 'src', 'cli', `${command}.ts`))) {
  process.stderr.write(`Unknown command '${command}'.\n`);
  process.exit(2);
}
// They run the product, without the tools for tests.
const commandsOfProduct = [
  'backup',
  'build',
  'create-admin',
  'deliveries',
  'dev',
  'erasures',
  'import',
  'readers',
  'reencrypt',
  'restore',
];
if (commandsOfProduct.includes(command)) installForStart();
else install();
delegate(path.join('cli', `${command}.ts`), args);
