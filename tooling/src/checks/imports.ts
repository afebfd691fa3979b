import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '../paths.ts';
import type { Outcome } from '../test/run-stages.ts';

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
  readonly cycle?: readonly { readonly name: string }[];
}

const command = path.join(repositoryRoot, 'node_modules', '.bin', 'depcruise');
const configs = ['.dependency-cruiser.cjs', 'tooling/src/checks/folder-cycles.cjs'];

/** The folders with a package. */
export const listPackages = (root: string) =>
  readdirSync(root).filter((folder) => existsSync(path.join(root, folder, 'package.json')));

const findViolations = async (root: string, config: string): Promise<Violation[]> => {
  const args = [
    '--config',
    path.join(repositoryRoot, config),
    '--output-type',
    'json',
    ...listPackages(root),
  ];
  const { stdout } = await promisify(execFile)(command, args, { cwd: root, maxBuffer: 256 * 1024 * 1024 });
  const { summary } = JSON.parse(stdout) as { summary: { violations: Violation[] } };
  return summary.violations;
};

/** The imports below `root` that break a rule of `.dependency-cruiser.cjs`, each as `rule: from -> to`. */
export const importProblems = async (root: string): Promise<string[]> => {
  const violations = await Promise.all(configs.map((config) => findViolations(root, config)));
  return violations
    .flat()
    .map(({ from, to, rule, cycle }) =>
      [`${rule.name}: ${from}`, ...(cycle ? cycle.map(({ name }) => name) : [to])].join(' -> '),
    );
};

/** Stage of `npm test`; prints the violations. */
export const importStage = async (): Promise<Outcome> => {
  const problems = await importProblems(repositoryRoot);
  const output = problems.map((problem) => `${problem}\n`).join('');
  return { passed: problems.length === 0 ? 1 : 0, failed: problems.length, output };
};
