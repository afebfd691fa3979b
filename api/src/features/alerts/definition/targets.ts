import type { CallInput, Calls } from '@readerlens/contract';
import { maxRecipients } from '@readerlens/contract/alerts';
import { missingMessage } from '@readerlens/contract/messages';
import { isRegistered } from '../../../people/registered.ts';
import { findUsers } from '../../../people/user-lookup.ts';
import { formatFullName } from '../../../people/person-name.ts';
import type { Session } from '../../../people/session.ts';
import type { Services } from '../../../people/services.ts';
import type { UserRow } from '../../../people/tables.ts';
import { badRequest } from '../../../platform/http/errors.ts';
import { parseId } from '../../../platform/http/ids.ts';
import type { KnownAlert } from './alert-access.ts';
import type { Recipient } from './alert.store.ts';

type Targets = CallInput<Calls['PUT /api/notification/{id}/targets']>['body']['targets'];

const newRecipient = (alertId: string, user: UserRow, isEmailSubscribed: boolean): Recipient => ({
  alertId,
  userId: user.id,
  firstName: user.first_name,
  lastName: user.last_name,
  name: formatFullName(user),
  email: user.email,
  isEmailSubscribed,
  role: user.role,
  userRole: user.role,
  isRegistered: isRegistered(user),
  viewsNotifications: user.view_notifications,
  isActive: true,
});

/**
 * The recipients to store: each user once, and always the owner. Adds only people whom the caller may find.
 * @throws AppError 400 with the path of every other one
 */
export const checkedTargets = async (
  { db }: Pick<Services, 'db'>,
  { alert, recipients }: KnownAlert,
  targets: Targets,
  session: Session,
): Promise<Recipient[]> => {
  const byId = new Map(recipients.map((each) => [each.userId, each]));
  const ids = targets.map(({ userId }) => parseId(userId) ?? 0);
  const unknown = ids.filter((id) => id > 0 && !byId.has(id));
  const search = { text: '', ids: unknown, page: 1, size: maxRecipients };
  const found = unknown.length > 0 ? await findUsers(db, search, session) : [];
  const users = new Map(found.map((user) => [user.id, user]));
  const problems = ids.flatMap((id, index) =>
    byId.has(id) || users.has(id)
      ? []
      : [{ path: `targets.${index}.userId`, message: missingMessage('user') }],
  );
  if (problems.length > 0) throw badRequest(missingMessage('user'), 'invalid_input', problems);
  const chosen = new Map<number, Recipient>();
  for (const [index, { isEmailSubscribed = true }] of targets.entries()) {
    const id = ids[index] ?? 0;
    if (chosen.has(id)) continue;
    const known = byId.get(id);
    const user = users.get(id);
    if (known) chosen.set(id, { ...known, isEmailSubscribed });
    else if (user) chosen.set(id, newRecipient(alert.id, user, isEmailSubscribed));
  }
  const owner = byId.get(alert.owner_id);
  return owner && !chosen.has(owner.userId) ? [owner, ...chosen.values()] : [...chosen.values()];
};
