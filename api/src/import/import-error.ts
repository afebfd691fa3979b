/** The import cannot go on, and the message says why in words for the person who started it. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}
