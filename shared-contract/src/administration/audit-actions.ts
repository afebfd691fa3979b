// The vocabulary of the audit log, shared by browser and API. No schema library here.
import { accountFieldNames } from './permissions.ts';

/** Recorded actions with their names. */
export const auditActions = {
  'user.create': 'Created user',
  'user.update': 'Changed user',
  'user.delete': 'Deleted user',
  'user.resend-registration': 'Resent registration',
  'user.end-session': 'Ended session',
  'user.end-sessions': 'Ended sessions',
  'secret.generate': 'Generated API secret',
  'login.oidc': 'Signed in',
  'login.oidc-refused': 'Sign-in refused',
  'impersonation.start': 'Started to act as user',
  'impersonation.end': 'Stopped acting as user',
  'impersonation.write': 'Call while acting as user',
  'saved-search.create': 'Created saved search',
  'saved-search.update': 'Changed saved search',
  'saved-search.delete': 'Deleted saved search',
  'saved-search.default': 'Changed default search',
  'default-columns.update': 'Changed default columns',
  'default-filters.update': 'Changed default filters',
  'activities.export': 'Exported activities',
  'activities.export-pdf': 'Exported activities as PDF',
  'ranking.export': 'Exported ranking',
  'page.export': 'Exported page',
  'page-mail.create': 'Scheduled email of page',
  'page-mail.update': 'Changed scheduled email of page',
  'page-mail.send': 'Sent email of page',
  'page-mail.delete': 'Deleted scheduled email of page',
  'activity.share': 'Shared activity',
  'review.decision': 'Reviewed activities',
  'review.reversal': 'Reversed review',
  'review.export': 'Exported review list',
  'annotation.add': 'Added note',
  'annotation.change': 'Changed note',
  'annotation.delete': 'Deleted note',
  'area.preview': 'Created preview link',
  'alert.create': 'Created alert',
  'alert.update': 'Changed alert',
  'alert.activate': 'Activated alert',
  'alert.deactivate': 'Deactivated alert',
  'alert.snooze': 'Snoozed alert',
  'alert.enable': 'Enabled alert',
  'alert.delete': 'Deleted alert',
  'alert.unsubscribe': 'Unsubscribed from alert',
  'alert.webhook': 'Changed webhook of alert',
  'alert.resume': 'Resumed webhook messages of alert',
  'alert.replay': 'Sent webhook messages of alert again',
  'activity-report.create': 'Created activity report',
  'activity-report.update': 'Changed activity report',
  'activity-report.delete': 'Deleted activity report',
  'activity-report.send': 'Sent activity report',
  'activity-report.resume': 'Resumed webhook messages',
  'activity-report.replay': 'Sent messages or emails again',
  'webhook.update': 'Changed webhook',
  'webhook.secret': 'Generated webhook secret',
  'webhook.test': 'Tested webhook',
  'onboarding.create': 'Sent onboarding form',
  'onboarding.download': 'Downloaded onboarding form',
  'onboarding.reminder': 'Changed reminders of onboarding form',
  'onboarding.resend': 'Resent onboarding form',
  'onboarding.file-allowed': 'Allowed file that was not scanned',
  'onboarding.file-infected': 'Deleted file with a virus',
  'onboarding.submit': 'Submitted onboarding form',
  'onboarding.set-up': 'Set up client',
  'client.update': 'Changed client',
  'opportunities.upload': 'Uploaded opportunities',
  'tactics.upload': 'Uploaded webinars, events or newsletters',
  'opportunities.stages': 'Changed stages of opportunities',
  'opportunities.match': 'Matched account',
  'opportunities.webhook': 'Changed webhook of deals',
  'opportunities.resume': 'Resumed webhook messages of deals',
  'opportunities.replay': 'Sent webhook messages of deals again',
  'job.retry': 'Retried run',
  'audit.export': 'Exported audit log',
} as const;
export type AuditAction = keyof typeof auditActions;

/** The name of a changed field: of an account as on its form, of anything else as 'Row count' for 'rowCount'. */
export const auditFieldName = (field: string): string => {
  const words = field.replace(
    /([a-z])([A-Z])/g,
    (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  const names: Readonly<Record<string, string>> = accountFieldNames;
  return names[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
};

/** The words for a stored action, which an earlier version may have written. */
export const formatAuditAction = (action: string): string => auditActions[action as AuditAction] ?? action;
