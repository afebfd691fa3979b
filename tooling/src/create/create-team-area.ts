import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DeployError } from '../area/deploy-error.ts';
import type { AreaNames } from './area-files.ts';
import { planArea, writeFiles } from './create-area.ts';

type Names = Readonly<Record<string, string>>;

interface Manifest {
  readonly scripts?: Names;
  readonly dependencies?: Names;
  readonly devDependencies?: Names;
}

/** The template's package.json with what the team's has already, such as the kit. Only an ES module can have the template's files. */
const merge = (template: Manifest, own: Manifest) => ({
  ...template,
  ...own,
  type: 'module',
  scripts: { ...template.scripts, ...own.scripts },
  dependencies: { ...template.dependencies, ...own.dependencies },
  devDependencies: { ...template.devDependencies, ...own.devDependencies },
});

/** A repository that has it already keeps its own. */
const ignoreFile = '.gitignore';

/** Writes a new area into the folder `root` of a team's repository. Throws DeployError or AreaDescriptionError before that. */
export const createTeamArea = (root: string, names: AreaNames): void => {
  const { 'package.json': template = '', ...files } = planArea(names, 'team');
  const found = Object.keys(files).filter((name) => existsSync(path.join(root, name)));
  const taken = found.filter((name) => name !== ignoreFile);
  if (taken.length > 0) throw new DeployError('usage', `This folder already has ${taken.join(', ')}.`);
  const file = path.join(root, 'package.json');
  const own = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {};
  const manifest = merge(JSON.parse(template) as Manifest, own);
  const others = Object.entries(files).filter(([name]) => !found.includes(name));
  writeFiles(root, {
    ...Object.fromEntries(others),
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
  });
};
