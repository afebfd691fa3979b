import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { templates } from '../workplace.ts';

/** Names of a new area. */
export interface AreaNames {
  /** Such as 'client-notes'. */
  id: string;
  /** Display name, such as 'Client Notes'. */
  name: string;
}

const pascal = (id: string) =>
  id.replaceAll(/(^|-)(\w)/g, (_, _dash: string, letter: string) => letter.toUpperCase());

const fillIn = (text: string, { id, name }: AreaNames) =>
  text.replaceAll('{{id}}', id).replaceAll('{{Id}}', pascal(id)).replaceAll('{{name}}', name);

/** Template files with the placeholders `{{id}}`, `{{Id}}` and `{{name}}` in names and text, and the suffix '.txt'. */
const fillInFiles = (template: string, names: AreaNames): [file: string, text: string][] =>
  readdirSync(template, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .map((file) => [
      fillIn(file.replace(/\.txt$/, ''), names),
      fillIn(readFileSync(path.join(template, file), 'utf8'), names),
    ]);

/** The files of a new area, by path in the package: in this checkout, or in a team's own repository. */
export const buildAreaFiles = (
  names: AreaNames,
  place: 'checkout' | 'team' = 'checkout',
): Record<string, string> =>
  Object.fromEntries(['area', place].flatMap((name) => fillInFiles(path.join(templates, name), names)));
