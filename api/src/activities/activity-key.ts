import { formatQualifiedId } from '@readerlens/contract/explorer';
import { activityTypes } from '@readerlens/contract/vocabulary';
import type { ActivityType } from '@readerlens/contract/vocabulary';

/** An activity's number is unique within its client; both together are the primary key. */
export interface ActivityKey {
  readonly clientId: number;
  readonly id: number;
}

export const formatActivityId = ({ clientId, id }: ActivityKey): string => `${clientId}-${id}`;

/** Parses an id as defined in the contract; undefined if malformed. */
export const parseActivityId = (text: string): ActivityKey | undefined => {
  const [, client, id] = /^([1-9]\d{0,9})-([1-9]\d{0,14})$/.exec(text) ?? [];
  const key = { clientId: Number(client), id: Number(id) };
  return key.clientId <= 2_147_483_647 ? key : undefined;
};

/** A key with the expected type of the activity. */
export interface QualifiedKey extends ActivityKey {
  readonly type: ActivityType;
}

export const qualifiedIdOfKey = (key: QualifiedKey): string =>
  formatQualifiedId(key.type, formatActivityId(key));

/** Parses `{type}` and `{id}` of a path; undefined if malformed. */
export const parseTypedKey = (typeText: string, id: string): QualifiedKey | undefined => {
  const type = activityTypes.find((known) => known === typeText);
  const key = parseActivityId(id);
  return type && key ? { ...key, type } : undefined;
};

/** Parses a qualified id, `{type}-{id}`; undefined if malformed. */
export const parseQualifiedId = (text: string): QualifiedKey | undefined => {
  const end = text.indexOf('-');
  return end < 0 ? undefined : parseTypedKey(text.slice(0, end), text.slice(end + 1));
};
