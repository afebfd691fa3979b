import pg from 'pg';

export { sqlState } from './sql-state.ts';

export const { DatabaseError } = pg;
export type DatabaseError = InstanceType<typeof DatabaseError>;

/** Creates a database error with the fields that PostgreSQL reports. */
export const databaseError = (message: string, fields: Record<string, unknown>): DatabaseError =>
  Object.assign(new DatabaseError(message, message.length, 'error'), fields);

/** A user has so many statements waiting that another one is refused. */
export class TooManyWaitingError extends Error {
  override readonly name = 'TooManyWaitingError';
  readonly retryAfterSeconds = 5;

  constructor() {
    super('Too many statements of one user are waiting for the database.');
  }
}
