import { readFileSync, readdirSync } from 'node:fs';

const readStat = (pid: string) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    return {
      name: stat.slice(stat.indexOf('(') + 1, end),
      fields: stat
        .slice(end + 2)
        .split(' ')
        .map(Number),
    };
  } catch {
    return undefined;
  }
};

const processes = () => {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
};

/** CPU seconds of the PostgreSQL processes of this machine so far, the ended ones included; 0 without /proc. */
export const databaseCpuSeconds = (): number =>
  processes()
    .map(readStat)
    .filter((stat) => stat?.name === 'postgres')
    // utime, stime, cutime and cstime. The server process waits for those that ended.
    .reduce((sum, stat) => sum + stat!.fields.slice(11, 15).reduce((a, b) => a + b, 0) / 100, 0);
