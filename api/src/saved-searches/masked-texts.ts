import { termsOf } from '@readerlens/filters/model';
import type { FilterModel } from '@readerlens/filters/model';
import { replaceWords } from '../lookups/replace-words.ts';
import { clientStandIn } from '../lookups/stand-ins.ts';
import type { Services } from '../platform/services.ts';

/** People shorten a name to its first word, where it is no initial. */
const minShort = 4;

const shortOf = (name: string): string => {
  const [first = ''] = name.split(/\s+/);
  return first.length >= minShort ? first : name;
};

const plainOf = (text: string) => text.toLowerCase().replace(/\s+/g, ' ');

export type MaskText = (text: string) => string;

/**
 * What replaces the clients' names in what somebody called a search: of all clients their whole names, of those that the
 * search is for also the short ones, which would tell whose stand-ins are beside them.
 */
export const readClientMask = async ({
  db,
}: Pick<Services, 'db'>): Promise<(model: FilterModel) => MaskText> => {
  const clients = await db.kysely.selectFrom('client').select(['id', 'name']).execute();
  const whole = clients
    .toSorted((a, b) => b.name.length - a.name.length)
    .map(({ id, name }) => [name, clientStandIn(id)] as const);
  return ({ filters }) => {
    const chosen = new Set(termsOf(filters, 'Clients').map(({ id }) => id));
    const short = clients
      .filter(({ id }) => chosen.has(String(id)))
      .map(({ id, name }) => [shortOf(name), clientStandIn(id)] as const);
    return (text) => {
      const plain = plainOf(text);
      const named = [...whole, ...short].filter(([word]) => plain.includes(plainOf(word)));
      return replaceWords(named)(text);
    };
  };
};
