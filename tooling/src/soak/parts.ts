import path from 'node:path';
import { repositoryRoot } from '../paths.ts';
import { runBrowserTests } from '../test/browser-stage.ts';
import { ensureBrowser } from '../test/browser.ts';
import { exec, failRepeated } from '../test/stages.ts';
import { runSingleTests } from '../test/unit-stage.ts';
import { startBusyLoops } from './busy-loops.ts';
import { soakInstalledKit } from './installed-kit.ts';
import { soakAlerts, soakWorkers } from './killed-workers.ts';

export interface SoakPart {
  readonly name: string;
  readonly what: string;
  /** Returns whether it found no fault. `kills`: how often each process is killed. */
  readonly run: (kills: number) => Promise<boolean>;
}

/** Large loops, both engines, and all looks in full. */
const environment = { SOAK: '1', ENGINES: 'both' };

/** The unit tests of packages in files of their own, so that no file depends on those of its group. */
const singleTests = async (...packages: readonly string[]) => {
  const tally = await runSingleTests(['--selectProjects', ...packages], environment);
  const { passed, failed } = failRepeated(tally);
  return failed === 0 && passed > 0;
};

/** A whole `npm test` beside a busy loop for each of two cores, in which second attempts and exceeded budgets fail. */
const testBesideBusyLoops = async () => {
  const loops = startBusyLoops(2);
  try {
    const script = path.join(repositoryRoot, 'tooling', 'bin', 'test.mjs');
    return (await exec(process.execPath, [script], { CI: 'true', STRICT: '1' })) === 0;
  } finally {
    loops.stop();
  }
};

export const soakParts: readonly SoakPart[] = [
  {
    name: 'screens',
    what: 'unit tests of the browser packages, file by file',
    run: () =>
      singleTests(
        'shared-contract',
        'shared-auth',
        'shared-filters',
        'shared-ui',
        'shell',
        'mf-analytics',
        'mf-review',
        'mf-admin',
        'mf-alerts',
        'mf-onboarding',
      ),
  },
  { name: 'api', what: 'tests of the API, large loops, both engines', run: () => singleTests('api') },
  { name: 'tooling', what: 'tests of the tools, and each benchmark once', run: () => singleTests('tooling') },
  { name: 'workers', what: 'workers killed at random moments', run: soakWorkers },
  { name: 'alerts', what: 'workers killed while 500 alerts are due', run: soakAlerts },
  { name: 'kit', what: 'an area of another team, with the kit installed by npm', run: soakInstalledKit },
  {
    name: 'browser',
    what: 'browser tests with all accessibility rules in all looks',
    run: async () => failRepeated(await runBrowserTests(await ensureBrowser(), environment)).failed === 0,
  },
  { name: 'busy', what: 'npm test beside two busy loops', run: testBesideBusyLoops },
];
