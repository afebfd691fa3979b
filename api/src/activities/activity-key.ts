import { qualifiedIdOf } from '@readerlens/contract/engagements';
import { activityTypes } from '@readerlens/contract/vocabulary';
import type { ActivityType } from '@readerlens/contract/vocabulary';

/** An activity's number is unique among those of its client; with the client, it is found by the primary key. */
export interface ActivityKey {
  readonly clientId: number;
  readonly id: number;
}

export const activityIdOf = ({ clientId, id }: ActivityKey): string => `${clientId}-${id}`;

/** What an id of the contract stands for; undefined for what cannot be one. */
export const activityKeyOf = (text: string): ActivityKey | undefined => {
  const [, client, id] = /^([1-9]\d{0,9})-([1-9]\d{0,14})$/.exec(text) ?? [];
  const key = { clientId: Number(client), id: Number(id) };
  return key.clientId <= 2_147_483_647 ? key : undefined;
};

/** A key together with the type that the activity must be of. */
export interface QualifiedKey extends ActivityKey {
  readonly type: ActivityType;
}

export const qualifiedIdOfKey = (key: QualifiedKey): string => qualifiedIdOf(key.type, activityIdOf(key));

/** What `{type}` and `{id}` of a path stand for; undefined for what cannot be an activity. */
export const typedKeyOf = (typeText: string, id: string): QualifiedKey | undefined => {
  const type = activityTypes.find((known) => known === typeText);
  const key = activityKeyOf(id);
  return type && key ? { ...key, type } : undefined;
};

/** What a qualified id, `{type}-{id}`, stands for; undefined for what cannot be one. */
export const qualifiedKeyOf = (text: string): QualifiedKey | undefined => {
  const end = text.indexOf('-');
  return end < 0 ? undefined : typedKeyOf(text.slice(0, end), text.slice(end + 1));
};
