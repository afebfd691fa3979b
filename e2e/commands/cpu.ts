import { readdirSync, readFileSync } from 'node:fs';

interface Stat {
  id: number;
  parent: number;
  ticks: number;
}

// Linux reports times in units of 1/100 s on every platform that Node supports.
const ticksPerSecond = 100;

/** The times of a process and of its children that have ended; undefined if it ends meanwhile. */
const readStat = (id: string): Stat | undefined => {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
    return { id: Number(id), parent: Number(fields[1]), ticks };
  } catch {
    return undefined;
  }
};

/** CPU seconds of this process and all its descendants until now; undefined where there is no /proc. */
export const cpuSeconds = (): number | undefined => {
  if (process.platform !== 'linux') return undefined;
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(name) ?? []);
  const family = new Set([process.pid]);
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const { id, parent } of stats) if (family.has(parent)) family.add(id);
  }
  const ticks = stats.reduce((sum, stat) => (family.has(stat.id) ? sum + stat.ticks : sum), 0);
  return ticks / ticksPerSecond;
};
