/** Why a backup or a restore was refused; the message is shown in the terminal. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
