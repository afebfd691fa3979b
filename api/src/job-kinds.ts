import type { FastifyBaseLogger } from 'fastify';
import { reportKind, reportRunsCleanup } from './features/activity-reports/report-job.ts';
import { alertKind, alertRunsCleanup } from './features/alerts/run/alert-job.ts';
import type { SendingServices } from './sendings/services.ts';
import { areaNoticeKind } from './features/areas/backends/area-notice-kind.ts';
import { areaSamplesCleanup } from './features/areas/area-samples-cleanup.ts';
import { packedMonthsKind } from './features/figures/packed-months-kind.ts';
import { storedFilesCleanup } from './features/files/stored-files-cleanup.ts';
import { influenceKind } from './features/marketing/influence/influence-job.ts';
import { pageMailKind } from './features/marketing/page-mails/page-mail-job.ts';
import { assembleUploadKind } from './features/onboarding/assemble-upload.ts';
import { remindersKind } from './features/onboarding/reminders.ts';
import { prepareLogoKind } from './features/onboarding/prepare-logo.ts';
import { uploadsCleanup } from './features/onboarding/uploads-cleanup.ts';
import { cleanupKind } from './features/operations/cleanup.ts';
import { retentionKind } from './features/personal-data/retention.ts';
import { failedSignInsKind } from './features/session/failed-sign-ins.ts';
import { webhookKind } from './features/webhooks/webhook-kind.ts';
import type { Services } from './people/services.ts';
import type { JobKind } from './platform/jobs/index.ts';
import { mailKind } from './platform/mail/mail-kind.ts';
import type { MailTransport } from './platform/mail/transport.ts';
import { webhookSources } from './webhook-sources.ts';

/** All kinds of background work. Without a mail server, mails wait in the outbox. */
export const jobKinds = (
  transport: MailTransport | undefined,
  services: SendingServices & Pick<Services, 'files' | 'scan' | 'audit'>,
  logger: Pick<FastifyBaseLogger, 'info'>,
): JobKind[] => {
  const kinds: JobKind[] = [
    ...(transport ? [mailKind(transport, { kinds: () => kinds })] : []),
    cleanupKind(() => {
      const { mails: mailDays, mailFiles: attachmentDays } = services.config.retention;
      return { kinds, mailDays, attachmentDays };
    }),
    areaSamplesCleanup,
    packedMonthsKind(logger),
    storedFilesCleanup(services.files),
    retentionKind(services),
    failedSignInsKind(services),
    assembleUploadKind(services),
    prepareLogoKind(services),
    uploadsCleanup,
    remindersKind(services),
    influenceKind(services),
    pageMailKind(services),
    alertKind(services, logger),
    alertRunsCleanup(services),
    webhookKind(services, webhookSources),
    areaNoticeKind(services),
    reportKind(services, logger),
    reportRunsCleanup(services),
  ];
  return kinds;
};

/** Tells whether runs of a kind wait while deliveries are held, also of a kind that this process does not run. */
export const isHeldKind = (services: Parameters<typeof jobKinds>[1]): ((kind: string) => boolean) => {
  const goingOn = new Set(
    jobKinds(undefined, services, { info() {} })
      .filter(({ goesOnWhileHeld }) => goesOnWhileHeld)
      .map(({ name }) => name),
  );
  return (kind) => !goingOn.has(kind);
};
