import type { KeyPlace } from '../../activities/key-list.ts';
import { invalidInput } from '../../platform/http/errors.ts';
import { createSignedTokens } from '../../platform/links/signed-token.ts';
import type { Secrets } from '../../platform/secrets.ts';

/** Where the reading of a list continues. */
export interface ListPosition {
  /** When the first page was read: later pages have the same default and relative dates. */
  readonly startedAt: Date;
  /** Of the last activity of the preceding page. */
  readonly place: KeyPlace;
}

export interface Cursors {
  write(position: ListPosition): string;
  /** Throws 400 for a cursor that was changed or belongs to another request. */
  read(cursor: string): ListPosition;
}

/** The value with the keys of its objects in order: clients may write them in any. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
};

const positionPattern = /^(\d{1,15}) (\S+) (\d{1,10}) (\d{1,15})$/;

/** Cursors of a request. They are signed together with it. */
export const createCursors = ({ deriveKeys }: Pick<Secrets, 'deriveKeys'>, request: unknown): Cursors => {
  const tokens = createSignedTokens(deriveKeys('list cursor'));
  const bound = [JSON.stringify(sorted(request))];
  return {
    write({ startedAt, place: { at, clientId, id } }) {
      const position = `${startedAt.getTime()} ${at} ${clientId} ${id}`;
      return tokens.sign([Buffer.from(position).toString('base64url')], bound);
    },
    read(cursor) {
      const [encoded = ''] = tokens.read(cursor, bound) ?? [];
      const position = Buffer.from(encoded, 'base64url').toString();
      const [, startedAt, at, clientId, id] = positionPattern.exec(position) ?? [];
      if (at === undefined) throw invalidInput('cursor', 'The cursor is not valid for this search.');
      return {
        startedAt: new Date(Number(startedAt)),
        place: { at, clientId: Number(clientId), id: Number(id) },
      };
    },
  };
};
