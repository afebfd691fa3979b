import { delegate, installForStart } from './bootstrap.mjs';

installForStart();
delegate('cli/start.ts', process.argv.slice(2));
