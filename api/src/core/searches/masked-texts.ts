import { termsOf } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { replaceWords } from '../blinding/replace-words.ts';
import { clientPseudonym } from '../blinding/pseudonyms.ts';
import type { Services } from '../services.ts';

/** People shorten a name to its first word, unless that is an initial. */
const minShort = 4;

const shortOf = (name: string): string => {
  const [first = ''] = name.split(/\s+/);
  return first.length >= minShort ? first : name;
};

const plainOf = (text: string) => text.toLowerCase().replace(/\s+/g, ' ');

export type MaskText = (text: string) => string;

/**
 * Replacements for client names in the titles of saved searches: full names of all clients, and short names of the clients
 * that the search filters by, which would reveal the clients behind their pseudonyms.
 */
export const readClientMask = async ({
  db,
}: Pick<Services, 'db'>): Promise<(model: FilterModel) => MaskText> => {
  const clients = await db.kysely.selectFrom('client').select(['id', 'name']).execute();
  const whole = clients
    .toSorted((a, b) => b.name.length - a.name.length)
    .map(({ id, name }) => [name, clientPseudonym(id)] as const);
  return ({ filters }) => {
    const chosen = new Set(termsOf(filters, 'Clients').map(({ id }) => id));
    const short = clients
      .filter(({ id }) => chosen.has(String(id)))
      .map(({ id, name }) => [shortOf(name), clientPseudonym(id)] as const);
    return (text) => {
      const plain = plainOf(text);
      const named = [...whole, ...short].filter(([word]) => plain.includes(plainOf(word)));
      return replaceWords(named)(text);
    };
  };
};
