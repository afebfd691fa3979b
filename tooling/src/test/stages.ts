import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cacheDir, repositoryRoot } from '../paths.ts';

/** Tests that passed and failed. */
export interface Tally {
  passed: number;
  failed: number;
}

const bin = (name: string) => path.join(repositoryRoot, 'node_modules', '.bin', name);

const exec = (
  command: string,
  args: string[],
  env: Record<string, string> = {},
  cwd = repositoryRoot,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });

const reportFile = (name: string) => {
  const file = path.join(cacheDir, 'reports', `${name}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  return file;
};

/** A tool that says yes or no; it counts as one test. */
export const check = async (tool: string, args: string[]): Promise<Tally> =>
  (await exec(bin(tool), args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

/** A runner that counts; one that ends badly without a failed test still counts as one failure. */
const counted = (code: number, passed: number, failed: number): Tally => ({
  passed,
  failed: code !== 0 && failed === 0 ? 1 : failed,
});

/** Unit and API tests of all packages. */
export const jestStage = async (): Promise<Tally> => {
  const report = reportFile('jest');
  const jest = path.join(repositoryRoot, 'node_modules', 'jest', 'bin', 'jest.js');
  // Fastify 5 loads ESM by require, which jest can do only with the VM modules of Node.
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const code = await exec(
    process.execPath,
    [...flags, jest, '--maxWorkers=2', '--json', `--outputFile=${report}`],
    {
      NODE_OPTIONS: flags.join(' '),
    },
  );
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  ) as {
    numPassedTests: number;
    numFailedTests: number;
    numFailedTestSuites: number;
    testResults: unknown[];
  };
  const broken = testResults.length === 0 ? 1 : Math.max(0, numFailedTests === 0 ? numFailedTestSuites : 0);
  return counted(code, numPassedTests, numFailedTests + broken);
};

/** The composed product in a real browser. */
export const playwrightStage = async (chromium: string): Promise<Tally> => {
  const report = reportFile('playwright');
  const e2e = path.join(repositoryRoot, 'e2e');
  const cli = createRequire(path.join(e2e, 'package.json')).resolve('@playwright/test/cli');
  const code = await exec(
    process.execPath,
    [cli, 'test', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: report, CHROMIUM: chromium },
    e2e,
  );
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number };
  };
  return counted(code, stats.expected + stats.flaky, stats.unexpected);
};
