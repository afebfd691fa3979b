// pnpm build: the bundles of shell and areas, those whose sources changed.
import { build } from '../build/build.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const made = await build({ onProgress: say });
if (made.length === 0) say('Every bundle is up to date.');
