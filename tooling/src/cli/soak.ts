// pnpm soak [PART…] [--kills N]: the long runs, part by part. Without parts, all that have not yet passed on this commit.
// Exits with code 1 if a part finds a fault.
import { parseArguments } from '@readerlens/api/command';
import { UsageError } from '@readerlens/api/explained-error';
import { log } from '../log.ts';
import { soakParts } from '../soak/parts.ts';
import type { SoakPart } from '../soak/parts.ts';
import { setSeed } from '../test/seed.ts';
import { readPassedParts, rememberPassedPart } from '../soak/passed-parts.ts';

const refuse = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(2);
};

const options = { kills: { type: 'string', default: '50' } } as const;
const readArguments = () => {
  try {
    return parseArguments(process.argv.slice(2), { options, most: soakParts.length });
  } catch (error) {
    if (error instanceof UsageError) return refuse(error.message);
    throw error;
  }
};

const { values, positionals } = readArguments();
const kills = Number(values.kills);
if (!Number.isInteger(kills) || kills < 1) refuse('--kills must be a positive integer.');
const list = soakParts.map(({ name, what }) => `  ${name.padEnd(8)}  ${what}`).join('\n');
const unknown = positionals.find((name) => !soakParts.some((part) => part.name === name));
if (unknown !== undefined) refuse(`There is no part '${unknown}'. Parts:\n${list}`);

log(`Random cases: TEST_SEED=${setSeed()}`);

const passedBefore = readPassedParts();
const isChosen = ({ name }: SoakPart) =>
  positionals.length > 0 ? positionals.includes(name) : passedBefore[name] === undefined;

const outcomes: string[] = [];
let faults = 0;
for (const part of soakParts) {
  const before = passedBefore[part.name];
  if (!isChosen(part)) {
    if (before !== undefined) outcomes.push(`${part.name}: passed before in ${before} min`);
    continue;
  }
  log(`\n── ${part.name}: ${part.what}`);
  const start = Date.now();
  const isOk = await part.run(kills);
  const minutes = Math.round((Date.now() - start) / 6000) / 10;
  if (isOk) rememberPassedPart(part.name, minutes);
  else faults += 1;
  outcomes.push(`${part.name}: ${isOk ? 'ok' : 'FAILED'} in ${minutes} min`);
}
log(`\n${outcomes.join('\n')}`);
process.exit(faults === 0 ? 0 : 1);
