import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Names of a new area. */
export interface AreaNames {
  /** Such as 'client-notes'. */
  id: string;
  /** Display name, such as 'Client Notes'. */
  name: string;
}

const pascal = (id: string) =>
  id.replaceAll(/(^|-)(\w)/g, (_, _dash: string, letter: string) => letter.toUpperCase());

/** Template files with the placeholders `{{id}}`, `{{Id}}` and `{{name}}` in names and text, and the suffix '.txt'. */
const template = path.join(import.meta.dirname, 'template');

const fillIn = (text: string, { id, name }: AreaNames) =>
  text.replaceAll('{{id}}', id).replaceAll('{{Id}}', pascal(id)).replaceAll('{{name}}', name);

/** The files of a new area, by path in the package. */
export const buildAreaFiles = (names: AreaNames): Record<string, string> => {
  const files = readdirSync(template, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.txt'),
  );
  return Object.fromEntries(
    files
      .sort()
      .map((file) => [
        fillIn(file.replace(/\.txt$/, ''), names),
        fillIn(readFileSync(path.join(template, file), 'utf8'), names),
      ]),
  );
};
