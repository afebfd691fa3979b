import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { isAtLeast } from '@readerlens/contract';
import { countActivities, countText } from '@readerlens/contract/numbers';
import {
  correctableNames,
  keptByErasure,
  maxReasonLength,
  maxReferenceLength,
} from '@readerlens/contract/personal-data';
import type { FoundReader } from '@readerlens/contract';
import type { CorrectableField, KeptByErasure } from '@readerlens/contract/personal-data';
import {
  correctedMessage,
  correctionEmptyMessage,
  liftedMessage,
  restrictedMessage,
} from '@readerlens/contract/personal-data/messages';
import { checkCaseTexts } from './features/personal-data/check-case-texts.ts';
import { correctReader } from './features/personal-data/correct.ts';
import type { Correction } from './features/personal-data/correct.ts';
import { eraseReaders } from './features/personal-data/erase.ts';
import { exportReaders } from './features/personal-data/export-readers.ts';
import { findReaders } from './features/personal-data/find-readers.ts';
import { liftRestriction, restrictReader } from './features/personal-data/restrict.ts';
import { openCommandServices } from './open-services.ts';
import { buildOwnerSession, scopeOfUser } from './people/owner.ts';
import type { Services } from './people/services.ts';
import type { Session } from './people/session.ts';
import { parseArguments, runCommand } from './platform/command.ts';
import type { Command, CommandContext } from './platform/command.ts';
import { formatProductCommand } from './platform/command-text.ts';
import { ExplainedError, UsageError } from './platform/explained-error.ts';
import { AppError } from './platform/http/errors.ts';
import { parseId } from './platform/http/ids.ts';

/** `--first-name` for `firstName`. */
const nameOption = (field: CorrectableField): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const correcting = correctableNames.map((field) => ({ field, option: nameOption(field) }));
const correctingOptions = correcting.map(({ option }) => option);

interface Subcommand {
  readonly about: 'EMAIL' | 'ID' | 'ID,...';
  readonly needs: readonly string[];
  readonly takes: readonly string[];
}

const subcommands = {
  find: { about: 'EMAIL', needs: ['by'], takes: [] },
  export: { about: 'ID,...', needs: ['by', 'to'], takes: ['clients', 'reference'] },
  correct: { about: 'ID', needs: ['by'], takes: [...correctingOptions, 'reference'] },
  erase: { about: 'ID,...', needs: ['by'], takes: ['clients', 'keep', 'reference'] },
  restrict: { about: 'ID', needs: ['by', 'reason'], takes: ['clients', 'reference'] },
  lift: { about: 'ID', needs: ['by'], takes: ['reference'] },
} as const satisfies Record<string, Subcommand>;
type Name = keyof typeof subcommands;

const texts: Readonly<Record<string, string>> = {
  by: 'ADMINISTRATOR',
  to: 'FILE',
  clients: 'ID,...',
  keep: keptByErasure.join(','),
  reference: 'CASE',
};
const describeOption = (option: string) => `--${option} ${texts[option] ?? 'TEXT'}`;

const command = formatProductCommand('readers');
const isName = (name: string): name is Name => Object.hasOwn(subcommands, name);

/** The usage of an action, or of all if there is none of that name. */
const writeUsage = (action: string): string =>
  `Usage: ${Object.entries<Subcommand>(subcommands)
    .filter(([name]) => name === action || !isName(action))
    .map(([name, { about, needs, takes }]) =>
      [
        command,
        name,
        about,
        ...needs.map(describeOption),
        ...takes.map((each) => `[${describeOption(each)}]`),
      ].join(' '),
    )
    .join('\n       ')}`;

const options = Object.fromEntries(
  Object.values<Subcommand>(subcommands)
    .flatMap(({ needs, takes }) => [...needs, ...takes])
    .map((option) => [option, { type: 'string' } as const]),
);

interface Asked {
  /** An e-mail, or ids of readers. */
  readonly about: string;
  readonly to?: string | undefined;
  readonly clients?: string | undefined;
  readonly keep?: string | undefined;
  readonly reason: string;
  readonly reference: string;
  readonly values: Correction['values'];
}

const splitList = (text: string): string[] => [...new Set(text.split(',').map((part) => part.trim()))];

const parseIds = (text: string, what: 'client' | 'reader'): number[] =>
  splitList(text).map((part) => {
    const id = parseId(part);
    if (id === undefined) throw new UsageError(`'${part}' is not the id of a ${what}.`);
    return id;
  });
const parseReaders = (text: string) => parseIds(text, 'reader');

const parseClients = (text: string | undefined) =>
  text === undefined ? undefined : parseIds(text, 'client');

const parseReader = (action: Name, text: string): number => {
  const [id = 0, ...others] = parseReaders(text);
  if (others.length > 0) throw new UsageError(`${action} takes one id.`);
  return id;
};

const parseKept = (text = ''): KeptByErasure[] => {
  const names = text === '' ? [] : splitList(text);
  const [unknown] = names.filter((name) => !keptByErasure.some((each) => each === name));
  if (unknown !== undefined)
    throw new UsageError(`--keep: '${unknown}' is not one of ${keptByErasure.join(', ')}.`);
  return keptByErasure.filter((name) => names.includes(name));
};

/** A line, so a reason of several lines becomes one. */
const describeRestriction = ({ at, by, reason, clients }: NonNullable<FoundReader['restriction']>): string =>
  `restricted${clients ? ` for ${clients.join(', ')}` : ''} on ${at.slice(0, 10)} by ${by ?? 'somebody'}: ${reason.replaceAll(/\s+/g, ' ')}`;

const describeFound = (reader: FoundReader): string => {
  const { id, name, company, isErased, activities, clients, firstAt, lastAt, restriction } = reader;
  const when = firstAt && lastAt ? ` from ${firstAt.slice(0, 10)} to ${lastAt.slice(0, 10)}` : '';
  const where = clients.map((client) => `${client.id} = ${client.name}`).join(', ');
  return [
    `${id}: ${name}${company === null ? '' : `, ${company}`}${isErased ? ', erased' : ''}`,
    `${countActivities(activities)}${when}`,
    ...(where === '' ? [] : [`clients: ${where}`]),
    ...(restriction === null || isErased ? [] : [describeRestriction(restriction)]),
  ].join('; ');
};

/** Creates the file, which nobody else may read, or says in words why it cannot. */
const createFile = async (file: string) => {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new ExplainedError(`${file} exists. Name a new file.`);
    if (['ENOENT', 'ENOTDIR'].includes(code))
      throw new ExplainedError(`There is no folder ${path.dirname(file)}. Create it, or name another file.`);
    throw error;
  }
};

/** Reads what is asked before the database is opened, so that a wrong argument is said at once. */
type Answer = (asked: Asked) => (services: Services, session: Session) => Promise<string>;

const answers: Readonly<Record<Name, Answer>> = {
  find:
    ({ about }) =>
    async (services) => {
      const { readers, registrations } = await findReaders(services, about);
      const rows = countText(registrations, 'row', 'rows');
      return [
        ...(readers.length === 0 ? ['No reader has this e-mail.'] : readers.map(describeFound)),
        `${rows} of webinars, events and newsletters ${registrations === 1 ? 'has' : 'have'} this e-mail.`,
      ].join('\n');
    },
  export({ about, to = '', clients, reference }) {
    if (!/\.(?:json|pdf)$/i.test(to)) throw new UsageError('The file must end with .json or .pdf.');
    const asked = { readerIds: parseReaders(about), clientIds: parseClients(clients), reference };
    const format = /\.pdf$/i.test(to) ? 'pdf' : 'json';
    return async (services, session) => {
      // Before the export, which is recorded as answered.
      const file = await createFile(to);
      try {
        const { content } = await exportReaders(services, { ...asked, format }, session);
        await file.writeFile(content instanceof Readable ? await buffer(content) : content);
      } catch (error) {
        await rm(to);
        throw error;
      } finally {
        await file.close();
      }
      return `Written: ${to}.`;
    };
  },
  correct({ about, values, reference }) {
    if (Object.keys(values).length === 0) throw new UsageError(correctionEmptyMessage);
    const correction = { readerId: parseReader('correct', about), values, reference };
    return async (services, session) => {
      await correctReader(services, correction, session);
      return correctedMessage;
    };
  },
  erase({ about, clients, keep, reference }) {
    const asked = { readerIds: parseReaders(about), clientIds: parseClients(clients) };
    const erasure = { ...asked, keep: parseKept(keep), reference };
    return async (services, session) => {
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
    };
  },
  restrict({ about, clients, reason, reference }) {
    if (reason.length > maxReasonLength)
      throw new UsageError(`A reason has at most ${maxReasonLength} characters.`);
    const asked = { readerId: parseReader('restrict', about), clientIds: parseClients(clients) };
    return async (services, session) => {
      await restrictReader(services, { ...asked, reason, reference }, session);
      return restrictedMessage;
    };
  },
  lift({ about, reference }) {
    const asked = { readerId: parseReader('lift', about), reference };
    return async (services, session) => {
      await liftRestriction(services, asked, session);
      return liftedMessage;
    };
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

type Sent = Readonly<Record<string, string | undefined>>;

/** @throws UsageError for what is missing, or would be ignored */
const checkSent = (name: Name, about: string, sent: Sent): void => {
  const { about: what, needs, takes }: Subcommand = subcommands[name];
  if (about.trim() === '') throw new UsageError(`${what} is missing.`);
  const missing = needs.find((option) => (sent[option] ?? '').trim() === '');
  if (missing !== undefined) throw new UsageError(`--${missing} is missing.`);
  const foreign = Object.keys(sent).filter((option) => ![...needs, ...takes].includes(option));
  if (foreign.length === 0) return;
  throw new UsageError(`${name} takes no ${foreign.map((each) => `--${each}`).join(' and no ')}.`);
};

const parseAsked = (name: string, about: string, sent: Sent) => {
  if (!isName(name))
    throw new UsageError(name === '' ? 'The action is missing.' : `There is no action '${name}'.`);
  checkSent(name, about, sent);
  const { by = '', to, clients, keep, reason = '', reference = '' } = sent;
  if (reference.length > maxReferenceLength)
    throw new UsageError(`A reference has at most ${maxReferenceLength} characters.`);
  checkCaseTexts({ reference, reason });
  const values = Object.fromEntries(
    correcting.flatMap(({ field, option }) => (sent[option] === undefined ? [] : [[field, sent[option]]])),
  ) as Correction['values'];
  return { by, answer: answers[name]({ about, to, clients, keep, reason, reference, values }) };
};

/** @throws UsageError with what is wrong, and then the usage */
const parse = (argv: readonly string[]) => {
  const usage = ([action = '']: readonly string[]) => writeUsage(action);
  const { values: sent, positionals } = parseArguments(argv, { usage, options, most: 2 });
  const [name = '', about = ''] = positionals;
  try {
    return parseAsked(name, about, sent);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${error.message}\n${writeUsage(name)}`) : error;
  }
};

/** Each refused value of a correction with its option; other refusals in their words. */
const explainRefusal = ({ message, details = [] }: AppError): string => {
  const refused = correcting.flatMap(({ field, option }) =>
    details.filter((each) => each.path === `values.${field}`).map((each) => `--${option}: ${each.message}`),
  );
  return refused.length === 0 ? message : refused.join('\n');
};

/**
 * Runs `pnpm readers`: finds readers by e-mail, exports, corrects, erases or restricts them, or lifts that. Who answers is recorded as on
 * the page. Returns the exit code.
 */
export const runReaders = (
  argv: readonly string[],
  context?: CommandContext,
  openServices: (opened: Command) => Promise<Services> = openCommandServices,
): Promise<number> =>
  runCommand(async (opened) => {
    try {
      const { by, answer } = parse(argv);
      const services = await openServices(opened);
      opened.print(await answer(services, await openSession(services, by)));
    } catch (error) {
      throw error instanceof AppError && error.status < 500
        ? new ExplainedError(explainRefusal(error))
        : error;
    }
  }, context);
