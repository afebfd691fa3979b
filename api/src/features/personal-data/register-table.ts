import { personalDataRegister } from './register.ts';
import type { PersonalKind } from './register.ts';

const words: Readonly<Record<PersonalKind, string>> = {
  reader: 'readers',
  mention: 'readers, as mentioned',
  link: 'readers, in ids and links',
  message: 'readers, in messages',
  sealed: 'readers, encrypted',
  account: 'accounts and contacts',
  network: 'browsers and programs',
};

/** The tables with personal data, as in docs/privacy.md. */
export const writeRegisterTable = (): string => {
  const rows = Object.entries(personalDataRegister).flatMap(
    ([table, { purpose, kept = '', personal = {}, files }]) => {
      const kinds = [...new Set(Object.values(personal))];
      if (kinds.length === 0 && files === undefined) return [];
      const columns = kinds.map((kind) => {
        const names = Object.keys(personal).filter((column) => personal[column] === kind);
        return `${words[kind]}: ${names.map((name) => `\`${name}\``).join(', ')}`;
      });
      return [
        `| \`${table}\` | ${purpose} | ${[...columns, ...(files === undefined ? [] : [`in its files: ${files}`])].join('; ')} | ${kept} |`,
      ];
    },
  );
  return ['| table | what for | personal data of | kept |', '|---|---|---|---|', ...rows].join('\n');
};
