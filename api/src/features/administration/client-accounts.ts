import { accountChangedMessage } from '@readerlens/contract/onboarding/messages';
import {
  clientsPerUser,
  contactKey,
  isStaff,
  lineProblem,
  mayDo,
  nameLength,
  rolesToCreate,
} from '@readerlens/contract';
import type { AccountAct } from '@readerlens/contract';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { takenMessage } from '../../people/accounts/account.store.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import type { UserRow } from '../../people/tables.ts';
import type { Schema } from '../../platform/db/index.ts';
import { conflict } from '../../platform/http/errors.ts';
import type { AccountChanges, OpenTransaction } from './change-account.ts';

/** Somebody who is to see what belongs to a client. */
export interface ClientPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

interface PlannedAct {
  readonly act: AccountAct;
  /** Why nothing is done; else empty. */
  readonly reason: string;
  /** Of the account that exists. */
  readonly user?: KnownUser;
}

type KnownUser = UserRow & { readonly clientIds: readonly number[] };

const refuse = (reason: string): PlannedAct => ({ act: 'refused', reason });

const planChange = (user: KnownUser, clientId: number, session: Session): PlannedAct => {
  if (!mayDo('view', session.user, user)) return refuse(takenMessage);
  if (isStaff(user.role)) return refuse('This is the address of a member of staff.');
  if (!user.is_active) return refuse('The account with this address is not active.');
  if (user.clientIds.includes(clientId))
    return { act: 'none', reason: 'The account exists, and has this client.', user };
  if (!mayDo('changeClients', session.user, user)) return refuse('You may not change this account.');
  if (user.clientIds.length >= clientsPerUser)
    return refuse(`The account has ${clientsPerUser} clients already, which is the most.`);
  return { act: 'addClient', reason: '', user };
};

const planCreation = ({ firstName, lastName }: ClientPerson, session: Session): PlannedAct => {
  if (!rolesToCreate(session.user).includes('Client')) return refuse('You may not create accounts.');
  const problem = [
    { label: 'First Name', name: firstName },
    { label: 'Last Name', name: lastName },
  ]
    .map(({ label, name }) => lineProblem(name, { label, required: `${label} Is Required`, max: nameLength }))
    .find((message) => message !== undefined);
  return problem === undefined ? { act: 'create', reason: '' } : refuse(problem);
};

/** The accounts with these addresses, deleted ones included. */
const readUsers = (kysely: Kysely<Schema>, emails: readonly string[]): Promise<KnownUser[]> =>
  kysely
    .selectFrom('app_user')
    .selectAll()
    .select(
      sql<number[]>`ARRAY(SELECT client_id FROM user_client WHERE user_id = app_user.id ORDER BY 1)`.as(
        'clientIds',
      ),
    )
    .where(sql`lower(email)`, '=', sql`ANY(${emails}::text[])`)
    .execute();

/** Gives people access to a client: with a new account, or with the one that they have. */
export const createClientAccounts = (
  { catalogue }: Pick<Services, 'catalogue'>,
  accounts: AccountChanges,
) => {
  /** What would be done for each person, in their order and why nothing. */
  const plan = async (
    kysely: Kysely<Schema>,
    people: readonly ClientPerson[],
    clientId: number,
    session: Session,
  ): Promise<PlannedAct[]> => {
    const users = await readUsers(
      kysely,
      people.map(({ email }) => contactKey(email)),
    );
    return people.map((person) => {
      const known = users.filter(({ email }) => contactKey(email) === contactKey(person.email));
      const user = known.find(({ deleted_at }) => deleted_at === null);
      if (user) return planChange(user, clientId, session);
      // Somebody has deleted it on purpose: the administration can invite the person again.
      if (known.length > 0) return refuse('The account with this address was deleted.');
      return planCreation(person, session);
    });
  };

  return {
    plan,

    /**
     * Reads what is needed before a transaction, and returns what does one act in it, with the id of the account.
     * @throws AppError 409 if the act is no longer what `plan` says, and as `AccountChanges.create` and `.change`
     */
    async prepare(session: Session) {
      const fields = await catalogue();
      return async (
        trx: Transaction<Schema>,
        person: ClientPerson,
        { act, clientId, cause }: { act: AccountAct; clientId: number } & Pick<OpenTransaction, 'cause'>,
      ): Promise<number> => {
        const [planned] = await plan(trx, [person], clientId, session);
        if (planned?.act !== act) throw conflict(planned?.reason || accountChangedMessage);
        const within = { trx, fields, cause };
        const { user } = planned;
        const companies = [...(user?.clientIds ?? []), clientId].map(String);
        if (user) {
          const change = { version: user.version, companies };
          return (await accounts.change(session, String(user.id), change, within)).id;
        }
        const account = { ...person, role: 'Client' as const, companies };
        return (await accounts.create(session, account, { linkToCaller: false, within })).id;
      };
    },
  };
};
