import { delegate, install } from './bootstrap.mjs';

install();
delegate('cli/start.ts', process.argv.slice(2));
