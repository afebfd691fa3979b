import { missingMessage } from '@readerlens/contract/messages';
import { foreignClientsMessage } from '@readerlens/filters/model';
import type { Database } from '../platform/db/index.ts';
import { forbidden, invalidInput } from '../platform/http/errors.ts';
import type { AppError } from '../platform/http/errors.ts';
import { parseId } from '../platform/http/ids.ts';
import type { Session } from './session.ts';

/** For the field `clientId` of a body. */
const refuseUnknown = (): AppError => invalidInput('clientId', missingMessage('client'));

/**
 * The client that a request names by its id. A foreign one and an unknown one are refused alike; who sees every client is told that
 * it does not exist.
 * @throws AppError 403, or what `unknown` gives
 */
export const findNamedClient = async (
  { kysely }: Pick<Database, 'kysely'>,
  text: string,
  { scope }: Pick<Session, 'scope'>,
  unknown = refuseUnknown,
): Promise<number> => {
  const id = parseId(text);
  if (scope.clientIds !== 'all') {
    if (id !== undefined && scope.clientIds.includes(id)) return id;
    throw forbidden(foreignClientsMessage([text]));
  }
  const found = await kysely
    .selectFrom('client')
    .select('id')
    .where('id', '=', id ?? 0)
    .executeTakeFirst();
  if (!found) throw unknown();
  return found.id;
};
