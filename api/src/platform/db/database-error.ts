import pg from 'pg';

export const { DatabaseError } = pg;
export type DatabaseError = InstanceType<typeof DatabaseError>;

/** SQLSTATE codes that the product reacts to. */
export const sqlState = {
  uniqueViolation: '23505',
  foreignKeyViolation: '23503',
  queryCanceled: '57014',
  adminShutdown: '57P01',
  tooManyConnections: '53300',
  connectionFailure: '08006',
  lockNotAvailable: '55P03',
  diskFull: '53100',
} as const;

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
