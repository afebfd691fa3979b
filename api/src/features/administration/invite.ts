import { newAccountSettings } from '@readerlens/contract';
import type { InvitationDefaults, InvitedPerson, NewAccount } from '@readerlens/contract';
import { canonicalLine, fold, foldQuery } from '@readerlens/contract/text';
import { sql } from 'kysely';
import { clientPseudonym } from '../../people/blinding/pseudonyms.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import type { NamedRow } from '../../platform/db/index.ts';
import { AppError, badRequest } from '../../platform/http/errors.ts';
import { parseId } from '../../platform/http/ids.ts';
import type { AccountChanges } from './change-account.ts';

import { readInvitedText, roleNamed } from './invited-lines.ts';
import type { InvitedLine, InvitedText } from './invited-lines.ts';

const maxPeople = 200;

interface Invitation {
  readonly text: string;
  readonly defaults?: InvitationDefaults;
  readonly sendEmailToAdmin?: boolean;
  /** Only says what would happen. */
  readonly dryRun?: boolean;
}

const readPeople = (text: string): InvitedText => {
  const invited = readInvitedText(text);
  const { people } = invited;
  if (people.length === 0) throw badRequest('The text has no person to invite.', 'invalid_input');
  if (people.length > maxPeople)
    throw badRequest(
      `The text has ${people.length} people; invite at most ${maxPeople} at once.`,
      'invalid_input',
    );
  return invited;
};

interface FoundClient {
  readonly client?: NamedRow;
  /** Why it is none, in words. */
  readonly problem?: string;
}

/**
 * Finds the clients that the text and the defaults name, by id or exact name: one that is only similar may be another
 * client. A blinded caller does not find out names.
 */
const readClients = async (
  { db }: Pick<Services, 'db'>,
  people: readonly InvitedLine[],
  defaults: InvitationDefaults,
  { blinded }: Pick<Session, 'blinded'>,
): Promise<(name: string) => FoundClient> => {
  const texts = [...new Set([...people.flatMap(({ clients }) => clients), ...(defaults.companies ?? [])])];
  const { rows } = await sql<NamedRow>`
    SELECT id, name FROM client
    WHERE id = ANY(${texts.flatMap((text) => parseId(text) ?? [])}::integer[])
      OR fold_text(name) = ANY(${blinded ? [] : texts.map(foldQuery)}::text[]) ORDER BY id`.execute(
    db.kysely,
  );
  const isExact = (name: string) => (row: NamedRow) =>
    String(row.id) === name || (!blinded && row.name === canonicalLine(name));
  return (name) => {
    const [client, other] = rows.filter(isExact(name));
    if (client && other)
      return { problem: `'${name}' is the name of one client and the id of another: use the ids.` };
    if (client) return { client };
    const similar = blinded ? [] : rows.filter((row) => fold(row.name) === foldQuery(name));
    const question = similar.map((row) => `'${row.name}'`).join(' or ');
    return {
      problem: `There is no client '${name}'.${question === '' ? '' : ` Did you mean ${question}?`}`,
    };
  };
};

type Problem = InvitedPerson['problems'][number];

const listProblems = (error: unknown): Problem[] => {
  if (!(error instanceof AppError)) throw error;
  return error.details ? [...error.details] : [{ path: '', message: error.message }];
};

/** Creates the accounts of people in a text, each on its own: a wrong line does not keep the others from being invited. */
export const createInvitations = (services: Services, accounts: AccountChanges) => {
  const buildPerson = (
    line: InvitedLine,
    defaults: InvitationDefaults,
    clientOf: (name: string) => FoundClient,
  ) => {
    const named = line.clients.length > 0 ? line.clients : (defaults.companies ?? []);
    const found = named.map(clientOf);
    const clients = found.flatMap(({ client }) => client ?? []);
    const role = line.role === '' ? (defaults.role ?? newAccountSettings.role) : roleNamed(line.role);
    const problems: Problem[] = [
      ...line.unread.map((message) => ({ path: '', message })),
      ...(role === undefined ? [{ path: 'role', message: `There is no role '${line.role}'.` }] : []),
      ...found.flatMap(({ problem }) =>
        problem === undefined ? [] : [{ path: 'companies', message: problem }],
      ),
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
  ): Promise<{ people: InvitedPerson[]; invited: number; unusedColumns: string[] }> => {
    const { people: lines, unusedColumns } = readPeople(text);
    const clientOf = await readClients(services, lines, defaults, session);
    const firstLines = new Map<string, number>();
    const people: InvitedPerson[] = [];
    for (const line of lines) {
      const { account, clients, role, problems } = buildPerson(line, defaults, clientOf);
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
          problems.push(...listProblems(error));
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
    const invited = people.filter(({ problems }) => problems.length === 0).length;
    return { people, invited, unusedColumns: [...unusedColumns] };
  };
};
