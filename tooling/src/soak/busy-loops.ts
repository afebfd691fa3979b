import { spawn } from 'node:child_process';

/** Keeps this many cores busy with other work until it is stopped, as on a shared build machine. */
export const startBusyLoops = (count: number): { stop: () => void } => {
  const loops = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--eval', 'for (;;) Math.sqrt(2);'], { stdio: 'ignore' }),
  );
  const stop = () => {
    for (const loop of loops) loop.kill('SIGKILL');
  };
  process.once('exit', stop);
  return { stop };
};
