import { newAccountSettings } from '@readerlens/contract';
import type { InvitationDefaults, InvitedPerson, NewAccount } from '@readerlens/contract';
import { fold } from '@readerlens/filters/model';
import { sql } from 'kysely';
import { clientPseudonym } from '../../core/blinding/pseudonyms.ts';
import type { Session } from '../../core/people/session.ts';
import type { Services } from '../../core/services.ts';
import type { NamedRow } from '../../platform/db/index.ts';
import { AppError, badRequest } from '../../platform/http/errors.ts';
import { idOf } from '../../platform/http/ids.ts';
import type { AccountChanges } from './change-account.ts';

import { readInvitedLines, roleNamed } from './invited-lines.ts';
import type { InvitedLine } from './invited-lines.ts';

const maxPeople = 200;

interface Invitation {
  readonly text: string;
  readonly defaults?: InvitationDefaults;
  readonly sendEmailToAdmin?: boolean;
  /** Only says what would happen. */
  readonly dryRun?: boolean;
}

const readPeople = (text: string): InvitedLine[] => {
  const people = (() => {
    try {
      return readInvitedLines(text);
    } catch {
      throw badRequest('The text is not valid CSV: a quote is not closed.', 'invalid_input');
    }
  })();
  if (people.length === 0) throw badRequest('The text has no person to invite.', 'invalid_input');
  if (people.length > maxPeople)
    throw badRequest(
      `The text has ${people.length} people; invite at most ${maxPeople} at once.`,
      'invalid_input',
    );
  return people;
};

/** The clients that the text and the defaults name, by id and by folded name; a blinded caller does not find out names. */
const readClients = async (
  { db }: Pick<Services, 'db'>,
  people: readonly InvitedLine[],
  defaults: InvitationDefaults,
  { blinded }: Pick<Session, 'blinded'>,
): Promise<(name: string) => NamedRow | undefined> => {
  const texts = [...new Set([...people.flatMap(({ clients }) => clients), ...(defaults.companies ?? [])])];
  const { rows } = await sql<NamedRow>`
    SELECT id, name FROM client
    WHERE id = ANY(${texts.flatMap((text) => idOf(text) ?? [])}::integer[])
      OR fold_text(name) = ANY(${blinded ? [] : texts.map(fold)}::text[])`.execute(db.kysely);
  const byText = new Map([
    ...rows.map((row) => [String(row.id), row] as const),
    ...(blinded ? [] : rows.map((row) => [fold(row.name), row] as const)),
  ]);
  return (name) => byText.get(name) ?? byText.get(fold(name));
};

type Problem = InvitedPerson['problems'][number];

const problemsOf = (error: unknown): Problem[] => {
  if (!(error instanceof AppError)) throw error;
  return error.details ? [...error.details] : [{ path: '', message: error.message }];
};

/** Creates the accounts of people in a text, each on its own: a wrong line does not keep the others from being invited. */
export const createInvitations = (services: Services, accounts: AccountChanges) => {
  const personOf = (
    line: InvitedLine,
    defaults: InvitationDefaults,
    clientOf: (name: string) => NamedRow | undefined,
  ) => {
    const named = line.clients.length > 0 ? line.clients : (defaults.companies ?? []);
    const clients = named.flatMap((name) => clientOf(name) ?? []);
    const role = line.role === '' ? (defaults.role ?? newAccountSettings.role) : roleNamed(line.role);
    const unknown = line.clients.filter((name) => clientOf(name) === undefined);
    const problems: Problem[] = [
      ...(role === undefined ? [{ path: 'role', message: `There is no role '${line.role}'.` }] : []),
      ...unknown.map((name) => ({ path: 'companies', message: `There is no client '${name}'.` })),
    ];
    const { firstName, lastName, email } = line;
    const account: NewAccount = {
      ...defaults,
      firstName,
      lastName,
      email,
      ...(role === undefined ? {} : { role }),
      companies: clients.map(({ id }) => String(id)),
    };
    return { account, clients, role, problems };
  };

  return async (
    { text, defaults = {}, sendEmailToAdmin = false, dryRun = false }: Invitation,
    session: Session,
  ): Promise<{ people: InvitedPerson[]; invited: number }> => {
    const lines = readPeople(text);
    const clientOf = await readClients(services, lines, defaults, session);
    const firstLines = new Map<string, number>();
    const people: InvitedPerson[] = [];
    for (const line of lines) {
      const { account, clients, role, problems } = personOf(line, defaults, clientOf);
      const address = line.email.toLowerCase();
      const first = firstLines.get(address);
      if (first !== undefined && address !== '')
        problems.push({ path: 'email', message: `Line ${first} has the same address.` });
      else firstLines.set(address, line.line);
      let userId: string | null = null;
      if (problems.length === 0) {
        try {
          const user = await accounts.create(session, account, { linkToCaller: sendEmailToAdmin, dryRun });
          userId = dryRun ? null : String(user.id);
        } catch (error) {
          problems.push(...problemsOf(error));
        }
      }
      const { line: number, firstName, lastName, email } = line;
      people.push({
        line: number,
        firstName,
        lastName,
        email,
        role: role ?? line.role,
        companies: clients.map(({ id, name }) => (session.blinded ? clientPseudonym(id) : name)),
        userId,
        problems,
      });
    }
    return { people, invited: people.filter(({ problems }) => problems.length === 0).length };
  };
};
