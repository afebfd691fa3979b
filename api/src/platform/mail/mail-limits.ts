// How many mails an address gets and a person causes. Counted in the database, in the transaction that queues the mails, so
// that it holds for all processes and whatever is deleted or created again meanwhile.
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Schema } from '../db/index.ts';
import { tooManyRequests } from '../http/errors.ts';
import { daySeconds, secondsAfter } from '../time.ts';

/** The highest number in any 60 minutes, and in any 24 hours. */
export interface MailLimit {
  readonly hour: number;
  readonly day: number;
}

/**
 * Mails to one address count per group, so that those of one group do not use up another:
 * - `security`: what people ask for themselves to be able to log in
 * - `personal`: what a person decides to send to another one
 * - `routine`: what alerts and reports send, and what people send to themselves
 */
export type MailGroup = 'security' | 'personal' | 'routine';

export interface MailLimits extends Readonly<Record<MailGroup, MailLimit>> {
  /** Recipients of all mails that a person causes. */
  readonly sender: MailLimit;
}

interface MailRule {
  readonly groups: readonly MailGroup[];
  /** What happens over the limit: the action is refused with 429, or the mail is sent later. */
  readonly over: 'refuse' | 'defer';
}

const security = { groups: ['security'], over: 'refuse' } satisfies MailRule;
const personal = { groups: ['personal'], over: 'refuse' } satisfies MailRule;
const routine = { groups: ['routine'], over: 'refuse' } satisfies MailRule;
const scheduled = { groups: ['routine'], over: 'defer' } satisfies MailRule;

/** Every kind of mail. */
export const mailKinds = {
  password: security,
  /** Sent again because the user asks for it. */
  registrationAsked: security,
  registration: personal,
  registrationToForward: routine,
  onboarding: personal,
  onboardingReminder: scheduled,
  share: personal,
  alert: scheduled,
  alertTest: routine,
  report: scheduled,
  /** No mail, but the decision to send a report now. Its mails are of the kind `report`. */
  reportNow: { groups: ['personal', 'routine'], over: 'refuse' },
  /** The mail of a report that failed. */
  reportAgain: routine,
  /** A page, to the person who set it up. */
  pageMail: scheduled,
  /** Tells the owner of an alert or report about a failure. */
  failureNotice: scheduled,
} as const satisfies Record<string, MailRule>;

export type MailKind = keyof typeof mailKinds;

export interface CountedMail {
  readonly kind: MailKind;
  readonly sender: number | null;
  readonly addresses: readonly string[];
}

/** When a mail may be sent, and why not before, if that is later than now. */
export interface MailTurn {
  readonly at: Date;
  readonly reason?: string;
}

/** The same for all spellings of an address: case is ignored, and what follows a plus sign. */
export const normalizeMailbox = (address: string): string =>
  address
    .trim()
    .normalize('NFC')
    .toLowerCase()
    .replace(/^([^+@]*)\+[^@]*@/, '$1@');

/** What a mail counts for. */
interface Counter {
  readonly key: string;
  readonly limit: MailLimit;
  /** How many recipients it adds. */
  readonly size: number;
  /** Undefined for a sender. */
  readonly address?: string;
}

const listCounters = ({ kind, sender, addresses }: CountedMail, limits: MailLimits): Counter[] => {
  const mailboxes = new Map(addresses.map((address) => [normalizeMailbox(address), address]));
  const ofAddresses = [...mailboxes].flatMap(([mailbox, address]) =>
    mailKinds[kind].groups.map((group) => ({
      key: `${group} ${mailbox}`,
      limit: limits[group],
      size: 1,
      address,
    })),
  );
  if (sender === null) return ofAddresses;
  return [...ofAddresses, { key: `sender ${sender}`, limit: limits.sender, size: mailboxes.size }];
};

const hourSeconds = 3600;

/** An arbitrary number that nothing else in this database uses. */
const lockSpace = 7_305_212;
/** Keys share locks, because a database has a limited number of them. */
const lockBits = 1023;

/** Until the transaction ends. In one order in all transactions, so that no two wait for each other. */
const lockKeys = (trx: Transaction<Schema>, keys: readonly string[]) =>
  sql`
    SELECT pg_advisory_xact_lock(${lockSpace}::integer, bucket)
    FROM (SELECT DISTINCT hashtext(key) & ${lockBits}::integer AS bucket FROM unnest(${keys}::text[]) AS key
          ORDER BY bucket) AS buckets`.execute(trx);

/** The times that count for keys, latest first. Those in the future belong to mails that are deferred. */
const readTimes = async (
  trx: Transaction<Schema>,
  counters: readonly Counter[],
  now: Date,
): Promise<Map<string, Date[]>> => {
  const sizes = new Map(counters.map(({ key, limit }) => [key, Math.max(limit.hour, limit.day)]));
  const keys = [...sizes.keys()];
  await lockKeys(trx, keys);
  const { rows } = await sql<{ key: string; at: Date }>`
    SELECT wanted.key, counted.at
    FROM unnest(${keys}::text[], ${keys.map((key) => sizes.get(key))}::integer[]) AS wanted (key, size)
    CROSS JOIN LATERAL (
      SELECT at FROM mail_count
      WHERE mail_count.key = wanted.key AND at > ${secondsAfter(now, -daySeconds)}
      ORDER BY at DESC LIMIT wanted.size) AS counted
    ORDER BY counted.at DESC`.execute(trx);
  const times = new Map<string, Date[]>(keys.map((key) => [key, []]));
  for (const { key, at } of rows) times.get(key)?.push(at);
  return times;
};

/** When there is room for `size` more: the times after that, together with them, are within both limits. */
const freeAt = (times: readonly Date[], { limit, size }: Counter, now: Date): Date => {
  const after = (count: number, seconds: number) => {
    const last = times[count - size];
    return last ? secondsAfter(last, seconds) : now;
  };
  const hour = after(limit.hour, hourSeconds);
  const day = after(limit.day, daySeconds);
  return [now, hour, day].reduce((latest, each) => (each > latest ? each : latest));
};

const limitText = ({ hour, day }: MailLimit) => `${hour} per hour and ${day} per day`;

const formatRefusal = (over: readonly Counter[]): string => {
  const sender = over.find(({ address }) => address === undefined);
  if (sender) return `The limit of emails that one person sends is reached: ${limitText(sender.limit)}.`;
  const addresses = [...new Set(over.map(({ address }) => address))].join(', ');
  const [first] = over as [Counter];
  return `The limit of emails to ${addresses} is reached: ${limitText(first.limit)}.`;
};

const waitingText = ([first]: readonly Counter[]): string | undefined =>
  first &&
  `Waits for the limit of emails ${first.address === undefined ? 'that one person sends' : 'to one address'}: ${limitText(first.limit)}.`;

/**
 * Counts mails, and returns when each may be sent.
 * @throws AppError 429 over the limit, for kinds that are not deferred
 */
export const countMails = async (
  trx: Transaction<Schema>,
  mails: readonly CountedMail[],
  limits: MailLimits,
  now: Date,
): Promise<MailTurn[]> => {
  const counted = mails.map((mail) => ({ mail, counters: listCounters(mail, limits) }));
  const times = await readTimes(
    trx,
    counted.flatMap(({ counters }) => counters),
    now,
  );
  const added: { key: string; at: Date }[] = [];
  const turns = counted.map(({ mail, counters }): MailTurn => {
    const free = counters.map((counter) => ({
      counter,
      at: freeAt(times.get(counter.key) ?? [], counter, now),
    }));
    const at = free.reduce((latest, each) => (each.at > latest ? each.at : latest), now);
    const over = free.filter((each) => each.at > now).map(({ counter }) => counter);
    if (over.length > 0 && mailKinds[mail.kind].over === 'refuse')
      throw tooManyRequests(formatRefusal(over), (at.getTime() - now.getTime()) / 1000);
    for (const { key, size } of counters) {
      const all = times.get(key) ?? [];
      const own = Array.from({ length: size }, () => at);
      added.push(...own.map(() => ({ key, at })));
      // The limit of a sender can have deferred an earlier mail further than this one.
      times.set(
        key,
        [...all, ...own].sort((a, b) => b.getTime() - a.getTime()),
      );
    }
    const reason = waitingText(over);
    return reason === undefined ? { at } : { at, reason };
  });
  await sql`
    INSERT INTO mail_count (key, at)
    SELECT * FROM unnest(${added.map(({ key }) => key)}::text[], ${added.map(({ at }) => at)}::timestamptz[])`.execute(
    trx,
  );
  return turns;
};
