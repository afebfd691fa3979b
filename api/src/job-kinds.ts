import { areaSamplesCleanup } from './features/areas/area-samples-cleanup.ts';
import { storedFilesCleanup } from './features/files/stored-files-cleanup.ts';
import { cleanupKind } from './features/operations/cleanup.ts';
import type { Files } from './platform/files/index.ts';
import type { JobKind } from './platform/jobs/index.ts';
import { mailKind } from './platform/mail/mail-kind.ts';
import type { MailTransport } from './platform/mail/transport.ts';

/** All kinds of background work. Without a mail server, mails wait in the outbox. */
export const jobKinds = (transport: MailTransport | undefined, files: Files): JobKind[] => {
  const kinds: JobKind[] = [
    ...(transport ? [mailKind(transport)] : []),
    cleanupKind(() => kinds),
    areaSamplesCleanup,
    storedFilesCleanup(files),
  ];
  return kinds;
};
