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
