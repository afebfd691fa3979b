/** The import cannot continue; the message is shown to the user. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}
