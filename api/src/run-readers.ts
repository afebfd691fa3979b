import { open, rm } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { isAtLeast } from '@readerlens/contract';
import { countActivities, countText } from '@readerlens/contract/numbers';
import { keptByErasure, maxReasonLength, maxReferenceLength } from '@readerlens/contract/personal-data';
import type { FoundReader } from '@readerlens/contract';
import type { KeptByErasure } from '@readerlens/contract/personal-data';
import {
  liftedMessage,
  reasonMissingMessage,
  restrictedMessage,
} from '@readerlens/contract/personal-data/messages';
import { checkReference } from './features/personal-data/check-reference.ts';
import { eraseReaders } from './features/personal-data/erase.ts';
import { exportReaders } from './features/personal-data/export-readers.ts';
import { findReaders } from './features/personal-data/find-readers.ts';
import { liftRestriction, restrictReader } from './features/personal-data/restrict.ts';
import { openCommandServices } from './open-services.ts';
import { buildOwnerSession, scopeOfUser } from './people/owner.ts';
import type { Services } from './people/services.ts';
import type { Session } from './people/session.ts';
import { parseArguments, runCommand } from './platform/command.ts';
import type { CommandContext } from './platform/command.ts';
import { formatProductCommand } from './platform/command-text.ts';
import { ExplainedError, UsageError } from './platform/explained-error.ts';
import { AppError } from './platform/http/errors.ts';
import { parseId } from './platform/http/ids.ts';

const command = formatProductCommand('readers');
const usage = `Usage: ${command} find EMAIL --by ADMINISTRATOR
       ${command} export ID,... --by ADMINISTRATOR --to FILE [--clients ID,...] [--reference CASE]
       ${command} erase ID,... --by ADMINISTRATOR [--clients ID,...] [--keep ${keptByErasure.join(',')}] [--reference CASE]
       ${command} restrict ID --by ADMINISTRATOR --reason TEXT [--clients ID,...] [--reference CASE]
       ${command} lift ID --by ADMINISTRATOR [--reference CASE]`;

const options = {
  by: { type: 'string' },
  to: { type: 'string' },
  clients: { type: 'string' },
  keep: { type: 'string' },
  reason: { type: 'string' },
  reference: { type: 'string', default: '' },
} as const;

interface Asked {
  /** An e-mail, or ids of readers. */
  readonly about: string;
  readonly to?: string | undefined;
  readonly clients?: string | undefined;
  readonly keep?: string | undefined;
  readonly reason?: string | undefined;
  readonly reference: string;
}

const splitList = (text: string): string[] => [...new Set(text.split(',').map((part) => part.trim()))];

const parseIds = (text: string, what: 'client' | 'reader'): number[] =>
  splitList(text).map((part) => {
    const id = parseId(part);
    if (id === undefined) throw new UsageError(`'${part}' is not the id of a ${what}.\n${usage}`);
    return id;
  });
const parseReaders = (text: string) => parseIds(text, 'reader');

const parseClients = (text: string | undefined) =>
  text === undefined ? undefined : parseIds(text, 'client');

const parseReader = (text: string): number => {
  const [id = 0, ...others] = parseReaders(text);
  if (others.length > 0) throw new UsageError(usage);
  return id;
};

const parseKept = (text = ''): KeptByErasure[] => {
  const names = text === '' ? [] : splitList(text);
  const kept = keptByErasure.filter((name) => names.includes(name));
  if (kept.length !== names.length) throw new UsageError(usage);
  return kept;
};

const describeRestriction = ({ restriction }: FoundReader): string => {
  if (restriction === null) return '';
  return restriction.clients ? `, restricted for ${restriction.clients.join(', ')}` : ', restricted';
};

const describeState = (reader: FoundReader): string =>
  reader.isErased ? ', erased' : describeRestriction(reader);

const describeFound = (reader: FoundReader): string => {
  const { id, name, company, activities, clients, firstAt, lastAt } = reader;
  const when = firstAt && lastAt ? ` from ${firstAt.slice(0, 10)} to ${lastAt.slice(0, 10)}` : '';
  const where = clients.map((client) => `${client.id} ${client.name}`).join(', ');
  return `${id}: ${name}${company === null ? '' : `, ${company}`}${describeState(reader)}; ${countActivities(activities)}${when}${where === '' ? '' : ` (${where})`}`;
};

type Answer = (services: Services, asked: Asked, session: Session) => Promise<string>;

const answers: Readonly<Record<string, Answer>> = {
  async find(services, { about }) {
    const { readers, registrations } = await findReaders(services, about);
    const rows = countText(registrations, 'row', 'rows');
    return [
      ...(readers.length === 0 ? ['No reader has this e-mail.'] : readers.map(describeFound)),
      `${rows} of webinars, events and newsletters ${registrations === 1 ? 'has' : 'have'} it.`,
    ].join('\n');
  },
  async export(services, { about, to, clients, reference }, session) {
    if (!to) throw new UsageError(usage);
    const readerIds = parseReaders(about);
    const clientIds = parseClients(clients);
    const format = /\.pdf$/i.test(to) ? 'pdf' : 'json';
    // Before the export, which is recorded as answered.
    const file = await open(to, 'wx', 0o600);
    try {
      const { content } = await exportReaders(services, { readerIds, clientIds, reference, format }, session);
      await file.writeFile(content instanceof Readable ? await buffer(content) : content);
    } catch (error) {
      await rm(to);
      throw error;
    } finally {
      await file.close();
    }
    return `Written: ${to}.`;
  },
  async erase(services, { about, clients, keep, reference }, session) {
    const asked = { readerIds: parseReaders(about), clientIds: parseClients(clients) };
    const erasure = { ...asked, keep: parseKept(keep), reference };
    const { readers, activities, changes, sharedEmails, areas } = await eraseReaders(
      services,
      erasure,
      session,
    );
    return [
      `${countText(readers, 'reader was', 'readers were')} erased; ${countText(activities, 'activity counts', 'activities count')} on under a pseudonym.`,
      ...changes.map(({ table, rows }) => `${table}: ${countText(rows, 'row', 'rows')}`),
      ...(sharedEmails === 0
        ? []
        : [
            `${countText(sharedEmails, 'e-mail stays', 'e-mails stay')} with another reader who has it as well.`,
          ]),
      ...(areas.length === 0 ? [] : [`These areas are being told: ${areas.join(', ')}.`]),
    ].join('\n');
  },
  async restrict(services, { about, clients, reason = '', reference }, session) {
    if (reason.trim() === '') throw new UsageError(`${reasonMissingMessage}\n${usage}`);
    if (reason.length > maxReasonLength)
      throw new UsageError(`A reason has at most ${maxReasonLength} characters.`);
    const asked = { readerId: parseReader(about), clientIds: parseClients(clients) };
    await restrictReader(services, { ...asked, reason, reference }, session);
    return restrictedMessage;
  },
  async lift(services, { about, reference }, session) {
    await liftRestriction(services, { readerId: parseReader(about), reference }, session);
    return liftedMessage;
  },
};

/** The administrator who answers, as if on the page. */
const openSession = async (services: Services, email: string): Promise<Session> => {
  const user = await services.users.findByEmail(email);
  const owner = user?.is_active ? await scopeOfUser(user.id, services) : undefined;
  if (!owner || !isAtLeast(owner.user.role, 'Admin'))
    throw new ExplainedError(
      `${email} is no active account of an administrator, who alone may answer such requests.`,
    );
  return buildOwnerSession(owner);
};

/**
 * Runs `pnpm readers`: finds readers by e-mail, exports, erases or restricts them, or lifts that. Who answers is recorded as on the page.
 * Returns the exit code.
 */
export const runReaders = (argv: readonly string[], context?: CommandContext): Promise<number> =>
  runCommand(async (opened) => {
    const { values, positionals } = parseArguments(argv, { usage, options, most: 2 });
    const [name = '', about = ''] = positionals;
    const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
    const { by, ...asked } = values;
    if (!answer || about === '' || !by) throw new UsageError(usage);
    if (asked.reference.length > maxReferenceLength)
      throw new UsageError(`A reference has at most ${maxReferenceLength} characters.`);
    const services = await openCommandServices(opened);
    try {
      checkReference(asked.reference);
      opened.print(await answer(services, { about, ...asked }, await openSession(services, by)));
    } catch (error) {
      throw error instanceof AppError && error.status < 500 ? new ExplainedError(error.message) : error;
    }
  }, context);
