import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DeployError } from '../area/deploy-error.ts';
import { parseAreaDescription } from '../area/area-description.ts';
import { routeConflicts } from '../deploy/route-conflicts.ts';
import { buildAreaFiles } from './area-files.ts';
import type { AreaNames } from './area-files.ts';

/** 'client-notes' as 'Client Notes'. */
export const formatAreaName = (id: string): string =>
  id.replaceAll(/(^|-)(\w)/g, (_, dash: string, letter: string) => `${dash && ' '}${letter.toUpperCase()}`);

const change = (file: string, edit: (text: string) => string) =>
  writeFileSync(file, edit(readFileSync(file, 'utf8')));

const withReference = (folder: string) => (text: string) => {
  const config = JSON.parse(text) as { references: { path: string }[] };
  const at = config.references.findLastIndex(({ path: other }) => other.startsWith('./mf-'));
  config.references.splice(at + 1, 0, { path: `./${folder}` });
  return `${JSON.stringify(config, null, 2)}\n`;
};

const withProject = (folder: string) => (text: string) => {
  const before = "    'api',\n";
  if (!text.includes(before))
    throw new DeployError('usage', `Add '${folder}' to the projects of jest.config.cjs.`);
  return text.replace(before, `    '${folder}',\n${before}`);
};

/**
 * The files of a new area, with valid names. Throws DeployError or AreaDescriptionError.
 */
export const planArea = (names: AreaNames, place: 'checkout' | 'team'): Record<string, string> => {
  if (!/^[\p{L}\p{N} &(),.-]+$/u.test(names.name)) {
    throw new DeployError('usage', '--name may contain letters, digits, spaces and & ( ) , . -');
  }
  const files = buildAreaFiles(names, place);
  const description = parseAreaDescription('area.json', files['area.json'] ?? '');
  const conflicts = routeConflicts(description, { areas: [] });
  if (conflicts.length > 0) throw new DeployError('usage', `Choose another id: ${conflicts.join('; ')}.`);
  return files;
};

export const writeFiles = (dir: string, files: Readonly<Record<string, string>>) => {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    writeFileSync(path.join(dir, file), text);
  }
};

/**
 * Creates the package of a new area in the checkout at `root` and registers it there. Returns its folder name. Throws
 * DeployError or AreaDescriptionError before anything is written.
 */
export const createArea = (root: string, names: AreaNames): string => {
  const folder = `mf-${names.id}`;
  const dir = path.join(root, folder);
  const files = planArea(names, 'checkout');
  if (existsSync(dir)) throw new DeployError('usage', `The folder ${folder} already exists.`);
  writeFiles(dir, files);
  change(path.join(root, 'tsconfig.json'), withReference(folder));
  change(path.join(root, 'jest.config.cjs'), withProject(folder));
  return folder;
};
