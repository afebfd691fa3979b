import type { Alarm, AlarmCondition } from '@readerlens/contract';
import { alarmConditions } from '@readerlens/contract';
import { countText } from '@readerlens/contract/numbers';
import {
  areaUntoldCriticalSeconds,
  areaUntoldSeconds,
  clockSkewSeconds,
  lateRunSeconds,
  mailRefusedSeconds,
  workerMissingSeconds,
} from '../../../deadlines.ts';
import { startBytes, warnBytes } from '../../../platform/disk-space.ts';
import { mailKindName } from '../../../platform/mail/mail-kind.ts';
import { secondsAfter } from '../../../platform/time.ts';
import { areaNoticeKindName } from '../../../sendings/area-notices.ts';
import { webhookKindName } from '../../../sendings/webhooks/messages.ts';
import { describeUnreadable, unreadableAction } from '../../../sendings/webhooks/stored-secrets.ts';
import type { DatabaseFigures, Disk, Figures } from './figures.ts';

type Found = Omit<Alarm, 'condition'>;
type FindAlarm = (figures: Figures) => Found | undefined;

/** A condition that only the database can tell about. */
const fromDatabase =
  (find: (figures: DatabaseFigures) => Found | undefined): FindAlarm =>
  ({ database }) =>
    database && find(database);

const durationText = (ms: number): string => {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} minutes`;
  return `${Math.round(seconds / 3600)} hours`;
};

const workerStopped = fromDatabase(({ now, lastWorker }) => {
  if (lastWorker && lastWorker.seenAt >= secondsAfter(now, -workerMissingSeconds)) return undefined;
  return {
    severity: 'critical',
    since: lastWorker?.seenAt.toISOString() ?? null,
    what: `No process does background work${lastWorker ? `; the last one was ${lastWorker.name}` : ''}. Mails, alerts and reports wait.`,
    action:
      'Start a process with WORKERS=on or WORKERS=only. If one runs, read its log and restart it. What waits is then done by itself.',
    kinds: [],
  };
});

const deliveriesHeld = fromDatabase(
  ({ hold }) =>
    hold && {
      severity: 'critical',
      since: hold.since.toISOString(),
      what: `${hold.reason} No alert, report, mail or webhook message is sent, nor a link to log in.`,
      action:
        'Check that this is the installation that shall send, and not a copy beside it. After a restore, repeat the erasures and restrictions since the backup. Then release the deliveries here: each due run starts once.',
      kinds: [],
    },
);

const lateSlots = fromDatabase(({ now, hold, lateSlots: slots }) => {
  // What is held is late on purpose, and said to be held.
  if (hold) return undefined;
  const late = [...slots].filter(([, { since }]) => since < secondsAfter(now, -lateRunSeconds));
  const [first] = late.toSorted(([, a], [, b]) => a.since.getTime() - b.since.getTime());
  if (!first) return undefined;
  const runs = late.reduce((sum, [, waiting]) => sum + waiting.runs, 0);
  const kinds = late.map(([kind]) => kind);
  return {
    severity: 'critical',
    since: first[1].since.toISOString(),
    what: `${runs.toLocaleString('en-US')} scheduled ${runs === 1 ? 'run is' : 'runs are'} late: ${kinds.join(', ')}.`,
    action:
      'Look at the waiting runs of these kinds below: each shows the error of its last attempt. Without errors, start more processes that do background work.',
    kinds,
  };
});

const mailNotSetUp = fromDatabase(({ lacksMailServer, mails, isSendingPlanned }) => {
  if (!lacksMailServer || !(mails || isSendingPlanned)) return undefined;
  const effect = mails
    ? `${countText(mails.runs, 'mail waits', 'mails wait')}.`
    : 'Alerts or reports are scheduled, and their mails will wait.';
  return {
    severity: mails ? 'critical' : 'warning',
    since: mails?.since.toISOString() ?? null,
    what: `No process with background work has SMTP_URL, so none sends mails. ${effect}`,
    action:
      'Set SMTP_URL and MAIL_FROM for all processes, and restart them. What waits is then sent by itself.',
    kinds: [mailKindName],
  };
});

const mailsRefused = fromDatabase(({ now, refusedMails }) => {
  if (!refusedMails) return undefined;
  const { since, runs } = refusedMails;
  return {
    severity: since < secondsAfter(now, -mailRefusedSeconds) ? 'critical' : 'warning',
    since: since.toISOString(),
    what: `The last ${runs === 1 ? 'mail' : `${runs.toLocaleString('en-US')} mails`} could not be handed to the mail server.`,
    action:
      'Check that the mail server of SMTP_URL runs, and that its address and password are right; the waiting mails below show the errors. They are tried again by themselves, after pauses that grow to hours, and fail for good after nine hours. This alarm ends with the first mail that is taken.',
    kinds: [mailKindName],
  };
});

const areasUntold = fromDatabase(({ now, hold, untoldAreas }) => {
  const isLate = (seconds: number) => (each: (typeof untoldAreas)[number]) =>
    each.hasFailed || (!hold && each.since < secondsAfter(now, -seconds));
  const late = untoldAreas.filter(isLate(areaUntoldSeconds));
  const [first] = late.toSorted((a, b) => a.since.getTime() - b.since.getTime());
  if (!first) return undefined;
  const names = late.map(({ area }) => area).join(', ');
  return {
    severity: late.some(isLate(areaUntoldCriticalSeconds)) ? 'critical' : 'warning',
    since: first.since.toISOString(),
    what: `The ${late.length === 1 ? 'backend of this area does' : 'backends of these areas do'} not know yet which readers were erased or restricted: ${names}.`,
    action:
      'Look at the runs of this kind below: each shows the error of its last attempt. Check that all processes with background work have these areas in AREA_BACKENDS, and ask the teams of the areas to accept POST /personal-data. Notices are sent again for 30 days; retry those that failed or wait.',
    kinds: [areaNoticeKindName],
  };
});

const secretsUnreadable = fromDatabase(({ unreadableSecrets }) => {
  const what = describeUnreadable(unreadableSecrets);
  return what === undefined
    ? undefined
    : { severity: 'critical', since: null, what, action: unreadableAction, kinds: [webhookKindName] };
});

const areaStoreUnreadable: FindAlarm = ({ areaStore }) =>
  areaStore && {
    severity: 'critical',
    since: areaStore.since.toISOString(),
    what: `The area store ${areaStore.target} cannot be read. ${areaStore.reason}`,
    action:
      'Mount the folder, or check the address and the credentials of the bucket in AREAS_STORE. Pages use the areas that were read last; restart no process before the store is back.',
    kinds: [],
  };

const identityProviderUnusable: FindAlarm = ({ identityProvider }) =>
  identityProvider && {
    severity: 'critical',
    since: identityProvider.since.toISOString(),
    what: `Nobody can sign in with the identity provider ${identityProvider.issuer}. ${identityProvider.reason}`,
    action:
      'Check the address in OIDC_ISSUER, and ask those who run the provider: an expired certificate is theirs to renew. Sessions that are open go on.',
    kinds: [],
  };

const clockMoved = fromDatabase(({ processes }) => {
  const wrong = processes.filter(
    ({ clockAheadMs }) => clockAheadMs !== null && Math.abs(clockAheadMs) > clockSkewSeconds * 1000,
  );
  const [first] = wrong.toSorted((a, b) => Math.abs(b.clockAheadMs!) - Math.abs(a.clockAheadMs!));
  if (!first) return undefined;
  const ahead = first.clockAheadMs!;
  const others = wrong.length > 1 ? `; ${wrong.length} clocks are wrong` : '';
  return {
    severity: 'warning',
    since: first.skewedSince?.toISOString() ?? null,
    what: `The clock of ${first.name} is ${durationText(ahead)} ${ahead > 0 ? 'ahead of' : 'behind'} that of the database${others}.`,
    action:
      'Set the clocks of all servers and of the database by NTP. Until then, runs start too early or too late.',
    kinds: [],
  };
});

const upgradeUnfinished = fromDatabase(({ failedMigrationWork }) => {
  const [first] = failedMigrationWork;
  return (
    first && {
      severity: 'warning',
      since: first.failedAt.toISOString(),
      what: `A part of the upgrade has failed and is tried again: ${first.statement} (${first.migration}).`,
      action:
        'Look for the reason in the log of the process, or in the column error of the table migration_work. The product works without it, but slower.',
      kinds: [],
    }
  );
});

const diskText = ({ directory, freeBytes }: Disk) =>
  `The disk of ${directory} has ${Math.floor(freeBytes / 1024 / 1024)} MB left.`;

const diskNearlyFull: FindAlarm = ({ disks }) => {
  const full = disks.filter(({ freeBytes }) => freeBytes < warnBytes);
  if (full.length === 0) return undefined;
  return {
    severity: full.some(({ freeBytes }) => freeBytes < startBytes) ? 'critical' : 'warning',
    since: null,
    what: full.map(diskText).join(' '),
    action: `Make space or enlarge the disk. Below ${startBytes / 1024 / 1024} MB the server does not start again, and what is written may be refused.`,
    kinds: [],
  };
};

const finders: Readonly<Record<AlarmCondition, FindAlarm>> = {
  'database-unreachable': ({ database }) =>
    database
      ? undefined
      : {
          severity: 'critical',
          since: null,
          what: 'The database does not answer.',
          action: 'Check that the database runs and that the address in DATABASE_URL reaches it.',
          kinds: [],
        },
  'worker-stopped': workerStopped,
  'deliveries-held': deliveriesHeld,
  'late-slots': lateSlots,
  'mail-not-set-up': mailNotSetUp,
  'mails-refused': mailsRefused,
  'areas-untold': areasUntold,
  'secrets-unreadable': secretsUnreadable,
  'area-store-unreadable': areaStoreUnreadable,
  'identity-provider-unusable': identityProviderUnusable,
  'clock-moved': clockMoved,
  'upgrade-unfinished': upgradeUnfinished,
  'disk-nearly-full': diskNearlyFull,
};

/** The conditions that hold, the critical ones first. */
export const findAlarms = (figures: Figures): Alarm[] => {
  const found = alarmConditions.flatMap((condition) => {
    const alarm = finders[condition](figures);
    return alarm ? [{ condition, ...alarm }] : [];
  });
  return [
    ...found.filter(({ severity }) => severity === 'critical'),
    ...found.filter(({ severity }) => severity === 'warning'),
  ];
};
