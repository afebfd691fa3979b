// Every deadline, lease, lifetime and retention time of the API, with its unit in its name. Imports nothing, so that each
// layer may import it. The settings are in platform/settings.ts, the times that a person chooses in the contract.

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
const daySeconds = 24 * hourSeconds;

// Requests

/** How long a client may take to send a request. */
export const requestDeadlineMs = 60_000;
/** How long pending requests may take once the process stops. */
export const stopDeadlineMs = 10_000;
/** How long the database may take to answer the readiness check. */
export const readinessDeadlineMs = 5000;
/** How long a new answer to a forgotten password takes, so that timing does not reveal whether an account exists. */
export const forgotPasswordMs = 300;
/** How often the progress of a download is stored. */
export const exportProgressMs = 1000;
/** How long the progress of a download is kept. */
export const exportProgressHours = 24;
/** Between two lines of the log that say that the database cannot be reached, or that the disk is full. */
export const commonCauseLogMs = 60_000;

// Database

/** How long a statement may run, and how long a request waits for a session, unless the settings say otherwise. */
export const statementDeadlineMs = 30_000;
export const connectDeadlineMs = 30_000;
/** Between two attempts to connect to a server that has no connection left. */
export const fullServerPauseMs = 200;
/** How long a migration waits for a table that others use, the pause before it is tried again, and how often: 15 minutes in all. */
export const migrationLockMs = 2000;
export const migrationPauseMs = 1000;
export const mostMigrationAttempts = 300;
/** Between two attempts to do what migrations have left to do, while one fails or another process does it. */
export const migrationWorkPauseMs = 60_000;
/** For building the template of empty embedded databases, once per version of the schema. */
export const templateDeadlineMs = 60_000;

// Threads

/** How long a spreadsheet thread may take to answer. A batch takes milliseconds. */
export const spreadsheetThreadDeadlineMs = 120_000;
/** How long a spreadsheet thread waits for another file. */
export const spreadsheetThreadIdleMs = 5000;
/** Well above the need of five hundred long sheets. */
export const activitySheetsDeadlineMs = 60_000;
/** How long a thread that has drawn a PDF waits for another one: until the next one of a person, or of a run of mails. */
export const drawingThreadIdleMs = 20_000;

// Other servers

/** For the discovery document and the tokens of the identity provider. */
export const identityProviderDeadlineSeconds = 10;
/** How long it is believed that the identity provider answers, or not, and how long it may take: a scrape of the metrics waits. */
export const identityProviderCheckSeconds = 30;
export const identityProviderCheckDeadlineMs = 5000;
export const mailServerDeadlinesMs = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
} as const;
/** How long sending a mail may take. Shorter than its lease. */
export const mailDeadlineSeconds = 2 * minuteSeconds;
export const mailLeaseSeconds = 3 * minuteSeconds;
/** How long the receiver of a webhook message may take, and how long checking its address may take. */
export const webhookDeadlineMs = 15_000;
export const webhookAddressDeadlineMs = 5000;
/** Longer than sending a webhook message may take. */
export const webhookLeaseSeconds = minuteSeconds;
/** Retries after 1 m, 5 m, 30 m, 2 h and 6 h, for work that depends on other servers. */
export const deliveryPauseSeconds: readonly number[] = [60, 300, 1800, 7200, 21_600];
/**
 * Then each day of the month in which a request of a reader has to be answered: nobody can ask the backend of an area again. The runs stay
 * listed for a year, so that one that failed can be retried.
 */
export const areaNoticePauseSeconds: readonly number[] = [
  ...deliveryPauseSeconds,
  ...Array.from({ length: 30 }, () => daySeconds),
];
export const areaNoticeRunDays = 365;
/** An area without a backend is one that was removed, and not one that this process does not know yet. */
export const areaGoneSeconds = daySeconds;
/** From when it is an alarm that the backend of an area has not been told, and from when a critical one. */
export const areaUntoldSeconds = hourSeconds;
export const areaUntoldCriticalSeconds = daySeconds;

// Signing in

/** How long a person may take at the identity provider. */
export const signInAttemptSeconds = 10 * minuteSeconds;
/** How long the page may take to exchange the code of a sign-in. */
export const signInCodeSeconds = minuteSeconds;
/** The longest wait after failed logins. */
export const longestLoginWaitSeconds = 5 * minuteSeconds;
/** Maximum duration of an impersonation, regardless of refreshes. */
export const impersonationSeconds = hourSeconds;
/** How long the link in a mail can be used. */
export const linkLifetimeHours = { registration: 14 * 24, password: 2 } as const;
/** Maximum lifetime of a preview link. */
export const maxPreviewSeconds = 7 * daySeconds;

// Cached values

/** How long the names of dimensions and the filter fields are cached. */
export const namesCacheMs = 30_000;
/** How long lookups that scan whole tables are cached. */
export const lookupCacheMs = 60_000;

// Background work

/** How often workers look for due runs. */
export const workerPollMs = 5000;
/** How long a worker that stops waits for its runs. */
export const workerStopMs = 5000;
/** By then, a transaction that queued a run has usually committed; if not, the next poll finds the run. */
export const commitMs = 100;
/** Smaller clock differences between processes do not count as a clock that was set back. */
export const clockToleranceSeconds = minuteSeconds;
/** How long an attempt may take, unless its kind says otherwise. */
export const attemptSeconds = hourSeconds;
/** The lease of work that deletes old rows and files. */
export const cleanupLeaseSeconds = 10 * minuteSeconds;
export const cleanupPauseSeconds: readonly number[] = [minuteSeconds, 10 * minuteSeconds];
export const cleanupEverySeconds = 6 * hourSeconds;
export const failedSignInsEverySeconds = hourSeconds;
/** How often the periods of retention are applied. */
export const retentionEverySeconds = daySeconds;
export const storedFilesCleanupEverySeconds = hourSeconds;
export const areaSamplesCleanupEverySeconds = daySeconds;
/** How often months of activities are packed. A client that changes all the time is packed once an hour. */
export const packedMonthsEverySeconds = 10 * minuteSeconds;
/** A run that has been due for this long is late. */
export const lateRunSeconds = 5 * minuteSeconds;
/** How often a process tells the database that it is there, at most. */
export const heartbeatSeconds = 10;
/** No process that does background work was seen for so long: it has stopped, or hangs. Three heartbeats and a poll. */
export const workerMissingSeconds = 45;
/** A clock that differs from that of the database by more is wrong. */
export const clockSkewSeconds = 10;
/** An answer that takes longer says too little about the clock of the database. */
export const clockAnswerMs = 2000;
/** Mails that were refused for so long need somebody; before, the mail server may only be busy. */
export const mailRefusedSeconds = 15 * minuteSeconds;
/** How long processes that were not seen are remembered. */
export const heartbeatDays = 7;
/** How often a process stores what calls have cost. */
export const costsEverySeconds = minuteSeconds;
/** What Operations sums up. */
export const costHours = 24;
/** How long the costs of an hour are kept. */
export const costDays = 14;

// Alerts and reports

export const sendingLeaseSeconds = 10 * minuteSeconds;
/**
 * Imports and approvals become visible when they commit, with the time at which they began: runs read this much again of what
 * was covered. Longer than any import takes.
 */
export const lateCommitDays = 2;
/** How long a report that was not delivered counts as a problem of its configuration, unless it is the last one. */
export const undeliveredReportDays = 30;

// Onboarding

/** How long the links to the files of a form work. */
export const onboardingFileLinkMinutes = 60;
/** An upload without a new chunk for this long is given up. */
export const uploadIdleHours = 24;
/** How long the answer to the last chunk waits for the file: it looks after these times, small files first. */
export const assemblyLooksMs: readonly number[] = [50, 100, 200, 400, 750, 750, 750, 1000, 1000];
export const assemblyLeaseSeconds = 5 * minuteSeconds;
/** Retries of putting an upload together: soon, then every half hour until its chunks expire. */
export const assemblyPauseSeconds: readonly number[] = [
  10,
  60,
  600,
  ...Array.from({ length: 46 }, () => 1800),
];
export const logoLeaseSeconds = 2 * minuteSeconds;
export const logoPauseSeconds: readonly number[] = [10, 60, 600];
/** How long a virus scanner may do nothing, while it takes a file or before it answers. */
export const scanIdleMs = 60_000;
export const uploadsCleanupEverySeconds = hourSeconds;
export const onboardingRemindersEverySeconds = hourSeconds;

// Retention

/** A decision is listed and can be reversed for this many days. */
export const reversibleDays = 30;
/** The area health page shows no older samples. */
export const areaSampleDays = 30;
/** Retention of the files of unsent mails, unless the settings say otherwise; those of sent mails are deleted at once. */
export const attachmentDays = 7;
/** Retention of the rows of finished runs, unless their kind says otherwise. */
export const runDays = 30;
/** Longer than between two slots of any schedule, so that a second failure in a row of an alert is known as one. */
export const alertRunDays = 70;
/** Retention of what alerts and reports have sent, unless the settings say otherwise: people look back over a year. */
export const sentDays = 400;
/** Retention of all mails, unless the settings say otherwise. */
export const mailDays = 30;
/** How long a repeated request gets the answer of the first one: longer than anybody tries again. */
export const attemptDays = 1;
/** An upload that is incomplete after this time was interrupted. */
export const interruptedUploadHours = 24;

/** The backend of an area has so long to answer... */
export const areaBackendDeadlineMs = 15_000;
/** ...and the token that it gets is valid for so long. */
export const areaBackendTokenSeconds = minuteSeconds;

/** How often a canary is compared with the deployed version, at most. */
export const canaryCompareSeconds = 30;
/** How long after a canary has reached more people their reports are of the version that they get. */
export const canarySettlesSeconds = 2 * minuteSeconds;
