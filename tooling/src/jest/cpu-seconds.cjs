const { existsSync, readFileSync } = require('node:fs');

/** Linux counts in hundredths of a second, whatever the machine. */
const ticksPerSecond = 100;

/** CPU seconds of this process with all its threads, and of its children that have ended; of the process alone elsewhere. */
module.exports.cpuSeconds = () => {
  if (!existsSync('/proc/self/stat')) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // The name in brackets may contain spaces. After it: utime, stime, cutime and cstime are fields 14 to 17.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
};
