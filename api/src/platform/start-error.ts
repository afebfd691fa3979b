import { ConfigError } from './config.ts';
import { DataDirectoryInUseError, MigrationError } from './db/index.ts';
import { DiskFullError, isDiskFull } from './disk-space.ts';

const explained = [ConfigError, DataDirectoryInUseError, DiskFullError, MigrationError];

/** The message of an error at start-up that is enough to fix it, without a stack trace; undefined for other errors. */
export const startErrorText = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  if (explained.some((type) => error instanceof type)) return error.message;
  if (isDiskFull(error)) return `The disk is full: ${error.message}`;
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? error.message : undefined;
};
