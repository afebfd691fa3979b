import { isStaff } from '@readerlens/contract';
import { accountListsField } from '@readerlens/filters/model';
import { listsForbiddenMessage, listsOffMessage } from '@readerlens/contract/account-lists/messages';
import type { Services } from '../../people/services.ts';
import type { Session } from '../../people/session.ts';
import { forbidden } from '../../platform/http/errors.ts';

/** @throws AppError 403 without the feature, and for who may not search by organizations */
export const checkListAccess = ({ config }: Pick<Services, 'config'>, { scope }: Session): void => {
  if (!config.public.features.targetAccounts) throw forbidden(listsOffMessage);
  if (!scope.searchFields.has(accountListsField)) throw forbidden(listsForbiddenMessage);
};

/** A shared list shows its name to a whole client, so that it takes more than the lowest role. */
export const mayShareLists = ({ role }: Pick<Session, 'role'>): boolean => role !== 'Client';

export const mayChangeList = (
  { ownerId, isShared }: { readonly ownerId: number; readonly isShared: boolean },
  { role, user }: Session,
): boolean => ownerId === user.id || (isShared && isStaff(role));
