import { createHash } from 'node:crypto';
import { cpuSeconds } from '../jest/cpu-seconds.cjs';

/** CPU seconds of the probe on the quiet machine to which the budgets refer. */
const referenceProbe = 1;

const rounds = 200;

const work = () => {
  const hash = createHash('sha256');
  for (let round = 0; round < rounds; round += 1) {
    const rows = Array.from({ length: 8000 }, (_, index) => ({
      id: (index * 7919) % 8009,
      name: `row ${index ^ round}`,
    }));
    rows.sort((a, b) => a.id - b.id || a.name.localeCompare(b.name));
    hash.update(JSON.stringify(JSON.parse(JSON.stringify(rows))));
  }
  return hash.digest('hex');
};

/**
 * How much more CPU time than the reference machine one with these probes takes for the same work, at least 1: what makes
 * the probe faster need not make tests faster, whose time goes to memory, files and other processes as well.
 */
export const computeSlowness = (probes: readonly number[]): number =>
  Math.max(1, probes.reduce((sum, seconds) => sum + seconds, 0) / probes.length / referenceProbe);

/**
 * CPU seconds of a fixed piece of work of about a second. A core that is shared, by hyperthreads or a hypervisor, takes
 * more of them for the same work.
 */
export const probe = (): number => {
  const before = cpuSeconds();
  work();
  return cpuSeconds() - before;
};
