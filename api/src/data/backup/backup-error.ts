import { ExplainedError } from '../../platform/explained-error.ts';

/** Why a backup or a restore was refused; the message is shown in the terminal. */
export class BackupError extends ExplainedError {
  override readonly name = 'BackupError';
}
