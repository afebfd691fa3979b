import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** What a new area is called. */
export interface AreaNames {
  /** 'client-notes' */
  id: string;
  /** 'Client Notes', as people read it. */
  name: string;
}

const pascal = (id: string) =>
  id.replaceAll(/(^|-)(\w)/g, (_, _dash: string, letter: string) => letter.toUpperCase());

/** The files of an area with `{{id}}`, `{{Id}}` and `{{name}}` in names and text, each with '.txt' at its end. */
const template = path.join(import.meta.dirname, 'template');

const filled = (text: string, { id, name }: AreaNames) =>
  text.replaceAll('{{id}}', id).replaceAll('{{Id}}', pascal(id)).replaceAll('{{name}}', name);

/** Every file of a new area, by its path in the package. */
export const areaFilesOf = (names: AreaNames): Record<string, string> => {
  const files = readdirSync(template, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.txt'),
  );
  return Object.fromEntries(
    files
      .sort()
      .map((file) => [
        filled(file.replace(/\.txt$/, ''), names),
        filled(readFileSync(path.join(template, file), 'utf8'), names),
      ]),
  );
};
