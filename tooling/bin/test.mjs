import { delegate, install } from './bootstrap.mjs';

install();
delegate('cli/test.ts', process.argv.slice(2));
