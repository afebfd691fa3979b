import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyPlace } from '../../core/activities/key-list.ts';
import { badRequest } from '../../platform/http/errors.ts';

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
export const createCursors = (key: Uint8Array, request: unknown): Cursors => {
  const signatureOf = (position: string) =>
    createHmac('sha256', key)
      .update(`${position}\n${JSON.stringify(sorted(request))}`)
      .digest('base64url');
  const invalid = () => {
    const message = 'The cursor is not valid for this search.';
    return badRequest(message, 'invalid_input', [{ path: 'cursor', message }]);
  };
  return {
    write({ startedAt, place: { at, clientId, id } }) {
      const position = `${startedAt.getTime()} ${at} ${clientId} ${id}`;
      return `${Buffer.from(position).toString('base64url')}.${signatureOf(position)}`;
    },
    read(cursor) {
      const [encoded = '', signature = ''] = cursor.split('.');
      const position = Buffer.from(encoded, 'base64url').toString();
      const expected = Buffer.from(signatureOf(position));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw invalid();
      const [, startedAt, at, clientId, id] = positionPattern.exec(position) ?? [];
      if (at === undefined) throw invalid();
      return {
        startedAt: new Date(Number(startedAt)),
        place: { at, clientId: Number(clientId), id: Number(id) },
      };
    },
  };
};
