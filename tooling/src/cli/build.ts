// pnpm build: builds the bundles of shell and areas whose sources changed.
import { build } from '../build/build.ts';
import { log } from '../log.ts';

const built = await build({ onProgress: log });
if (built.length === 0) log('Every bundle is up to date.');
