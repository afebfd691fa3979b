import { ExplainedError } from '../../platform/explained-error.ts';

/** The import cannot continue; the message is shown to the user. */
export class ImportError extends ExplainedError {
  override readonly name = 'ImportError';
}
