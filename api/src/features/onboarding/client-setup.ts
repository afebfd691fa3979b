// Sets up a client from a submitted form: what is known of it, accounts for the contacts, and their activity reports.
import {
  accountChangedMessage,
  companyChoiceMessage,
  setupBlindedMessage,
} from '@readerlens/contract/onboarding/messages';
import { nothingChosen, onboardingSteps } from '@readerlens/contract';
import type {
  AccountAct,
  ClientField,
  ClientSetup,
  ClientSetupInput,
  ReportTypeCode,
} from '@readerlens/contract';
import { sql } from 'kysely';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { cleanHtml } from '../../outputs/clean-html.ts';
import { changeClientProfile, formatAddress } from '../../people/client-profiles.ts';
import type { ClientProfileChange } from '../../people/client-profiles.ts';
import type { Named } from '../../people/named.ts';
import { nameOfPersonSql, formatFullName } from '../../people/person-name.ts';
import { findActorId } from '../../people/session.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import type { NamedRow, Schema } from '../../platform/db/index.ts';
import { AppError, badRequest, conflict, forbidden, invalidInput } from '../../platform/http/errors.ts';
import type { ErrorDetail } from '../../platform/http/errors.ts';
import { parseId } from '../../platform/http/ids.ts';
import { emptyClientProfile, readClientProfile } from './client-profile-view.ts';
import { emptyCompany } from './empty-parts.ts';
import { readPart } from './form-parts.ts';
import { storeForm } from './form-status.ts';
import type { FormViews } from './form-view.ts';
import { findForm } from './onboarding.policy.ts';
import type { FormRow } from './onboarding.policy.ts';
import type { StoredClientSetup } from './tables.ts';

type Trx = Transaction<Schema>;
type ContactRow = Selectable<Schema['onboarding_contact']>;
type Cause = Readonly<Record<string, unknown>>;

interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** What the administration of accounts and the activity reports do for a set-up, by their own rules. */
export interface SetupPorts {
  readonly accounts: {
    plan(
      kysely: Kysely<Schema>,
      people: readonly Person[],
      clientId: number,
      session: Session,
    ): Promise<{ readonly act: AccountAct; readonly reason: string }[]>;
    prepare(
      session: Session,
    ): Promise<
      (
        trx: Trx,
        person: Person,
        act: { readonly act: AccountAct; readonly clientId: number; readonly cause: Cause },
      ) => Promise<number>
    >;
  };
  readonly reports: {
    findOwners(clientId: number, session: Session): Promise<Named[]>;
    /** How many reports about the client go to each address, in lower case. */
    countByAddress(clientId: number, session: Session): Promise<ReadonlyMap<string, number>>;
    plan(
      report: Person & {
        readonly clientId: number;
        readonly ownerId: string;
        readonly reportType: ReportTypeCode;
        readonly sendDays: readonly string[];
        readonly timeZone: string | undefined;
      },
      session: Session,
      more: number,
    ): Promise<(trx: Trx, cause: Cause) => Promise<string>>;
  };
}

const alreadySetUp = () => conflict('The client has been set up from this form already.');

const refuseBlinded = ({ blinded }: Session) => {
  if (blinded) throw forbidden(`${setupBlindedMessage}.`);
};

const refuseOpen = ({ submitted_at }: FormRow) => {
  if (submitted_at === null) throw conflict('This form has not been submitted yet.');
};

const toPerson = ({ first_name, last_name, email }: ContactRow): Person => ({
  firstName: first_name,
  lastName: last_name,
  email,
});

const nameContact = (contact: ContactRow) => ({
  contactId: contact.id,
  name: formatFullName(contact),
  email: contact.email,
});

const listContacts = (kysely: Kysely<Schema>, formId: string): Promise<ContactRow[]> =>
  kysely
    .selectFrom('onboarding_contact')
    .selectAll()
    .where('form_id', '=', formId)
    .orderBy('position')
    .execute();

/** What the form says of its client. */
const readAfter = (form: FormRow) => {
  const company = readPart(form, 'company', emptyCompany);
  return {
    address: formatAddress([company.address1, company.city, company.state, company.postalCode]),
    phone: company.phone,
    website: company.companyWebsite,
    profile: company.profile,
    logo: null,
  };
};

/** The columns of a chosen field. */
const readColumns = (field: ClientField, form: FormRow, logoId: string | null): ClientProfileChange => {
  const company = readPart(form, 'company', emptyCompany);
  switch (field) {
    case 'address':
      return {
        address1: company.address1,
        city: company.city,
        state: company.state,
        postal_code: company.postalCode,
      };
    case 'phone':
      return { phone: company.phone };
    case 'website':
      return { website: company.companyWebsite };
    case 'profile':
      return { profile: cleanHtml(company.profile) };
    case 'logo':
      return { logo_file_id: logoId };
  }
};

const refuseDetails = (status: 400 | 409, details: readonly ErrorDetail[]) => {
  const [first] = details;
  if (first)
    throw new AppError(status, status === 400 ? 'invalid_input' : 'conflict', first.message, { details });
};

/**
 * What another domain has refused about a row, at the row. Limits of mails and failures are about the whole set-up.
 * `other` is the place of what names no field.
 */
const placeAtRow = (error: unknown, path: string, other = path): ErrorDetail[] => {
  if (!(error instanceof AppError) || error.status >= 429) throw error;
  if (!error.details) return [{ path: other, message: error.message }];
  return error.details.map((detail) => ({
    path: `${path}.${detail.path}`,
    message: detail.message,
  }));
};

type Chosen<Row> = Row & { readonly contact: ContactRow };

/** The rows with their contacts. Throws 400 for a contact that the form does not have, or that is there twice. */
const findChosen = <Row extends { readonly contactId: string }>(
  list: 'accounts' | 'reports',
  rows: readonly Row[],
  contacts: readonly ContactRow[],
): Chosen<Row>[] => {
  const seen = new Set<string>();
  return rows.map((row) => {
    const contact = contacts.find(({ id }) => id === row.contactId);
    const path = `${list}.${row.contactId}`;
    if (!contact) throw invalidInput(path, 'The form has no such contact.');
    if (seen.has(contact.id)) throw invalidInput(path, 'This contact is there twice.');
    seen.add(contact.id);
    return { ...row, contact };
  });
};

const refuseEmpty = ({ fields, accounts, reports }: ClientSetupInput) => {
  if (fields.length + accounts.length + reports.length === 0)
    throw badRequest(nothingChosen, 'invalid_input');
};

export const createClientSetups = (
  { db, jobs, audit }: Pick<Services, 'db' | 'jobs' | 'audit'>,
  views: FormViews,
  { accounts, reports }: SetupPorts,
) => {
  const findClient = async (text: string, { scope }: Session): Promise<NamedRow> => {
    const id = parseId(text);
    const isAllowed = id !== undefined && (scope.clientIds === 'all' || scope.clientIds.includes(id));
    const client = isAllowed
      ? await db.kysely.selectFrom('client').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
      : undefined;
    if (!client) throw invalidInput('clientId', companyChoiceMessage);
    return client;
  };

  const propose = async (form: FormRow, client: NamedRow, session: Session) => {
    const contacts = await listContacts(db.kysely, form.id);
    const known = await readClientProfile(db.kysely, client.id, session, views.linkTo);
    const planned = await accounts.plan(db.kysely, contacts.map(toPerson), client.id, session);
    const reportCounts = await reports.countByAddress(client.id, session);
    return {
      profileVersion: known?.version ?? 0,
      before: known?.profile ?? emptyClientProfile,
      after: readAfter(form),
      logos: (await views.logos(form, session)).filter(({ state }) => state === 'Ready'),
      accounts: planned.map(({ act, reason }, index) => ({ ...nameContact(contacts[index]!), act, reason })),
      reports: contacts.map((contact) => ({
        ...nameContact(contact),
        existing: reportCounts.get(contact.email.toLowerCase()) ?? 0,
      })),
      owners: await reports.findOwners(client.id, session),
    };
  };

  const showMade = async (form: FormRow, setup: StoredClientSetup, at: Date) => {
    const contacts = new Map((await listContacts(db.kysely, form.id)).map((row) => [row.id, row]));
    const found = await sql<{ by: string | null }>`
      SELECT ${nameOfPersonSql('form.client_set_up_by')} AS by FROM onboarding_form AS form
      WHERE form.id = ${form.id}::uuid`.execute(db.kysely);
    const withContact = <Row extends { readonly contactId: string }>(rows: readonly Row[]) =>
      rows.flatMap((row) => {
        const contact = contacts.get(row.contactId);
        return contact ? [{ ...row, ...nameContact(contact) }] : [];
      });
    return {
      at: at.toISOString(),
      by: found.rows[0]?.by ?? '',
      fields: [...setup.fields],
      accounts: withContact(setup.accounts).map((row) => ({ ...row, userId: String(row.userId) })),
      reports: withContact(setup.reports).map((row) => ({ ...row, ownerId: String(row.ownerId) })),
    };
  };

  const read = async (
    formId: string,
    clientId: string | undefined,
    session: Session,
  ): Promise<ClientSetup> => {
    const form = await findForm(db.kysely, formId, session);
    refuseBlinded(session);
    refuseOpen(form);
    const { client_setup: setup, client_set_up_at: at } = form;
    const client = await findClient(
      setup ? String(setup.clientId) : (clientId ?? String(form.client_id)),
      session,
    );
    return {
      formId: form.id,
      version: form.version,
      client: { id: String(client.id), name: client.name },
      proposal: setup ? null : await propose(form, client, session),
      made: setup && at ? await showMade(form, setup, at) : null,
    };
  };

  const planReports = async (
    rows: readonly Chosen<ClientSetupInput['reports'][number]>[],
    client: NamedRow,
    timeZone: string | undefined,
    session: Session,
  ) => {
    const details: ErrorDetail[] = [];
    const planned: { row: (typeof rows)[number]; add: (trx: Trx, cause: Cause) => Promise<string> }[] = [];
    for (const row of rows) {
      const { contact, ownerId, reportType, sendDays } = row;
      const report = {
        ...toPerson(contact),
        clientId: client.id,
        ownerId,
        reportType,
        sendDays,
        timeZone,
      };
      const more = planned.filter((each) => each.row.ownerId === ownerId).length;
      try {
        planned.push({ row, add: await reports.plan(report, session, more) });
      } catch (error) {
        const path = `reports.${contact.id}`;
        details.push(...placeAtRow(error, path, `${path}.ownerId`));
      }
    }
    refuseDetails(400, details);
    return planned;
  };

  /** Locks the form until the transaction ends: whoever comes second finds it set up. */
  const lockForm = async (trx: Trx, formId: string, version: number): Promise<FormRow> => {
    const form = await trx
      .selectFrom('onboarding_form')
      .selectAll()
      .where('id', '=', formId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (form.client_set_up_at !== null) throw alreadySetUp();
    if (form.version !== version) throw conflict('This form has changed since you opened the page.');
    return form;
  };

  const changeProfile = async (
    trx: Trx,
    form: FormRow,
    client: NamedRow,
    { fields, logoId = null, profileVersion }: ClientSetupInput,
    session: Session,
  ) => {
    if (fields.length === 0) return;
    if (fields.includes('logo')) {
      const logo = (
        await trx
          .selectFrom('onboarding_file')
          .select([sql<string>`id::text`.as('id'), 'is_held'])
          .where('form_id', '=', form.id)
          .where('content_id', 'is', null)
          .execute()
      ).find(({ id }) => id === logoId);
      if (!logo) throw invalidInput('logoId', 'Please choose a logo of the form.');
      // Everybody who sees the client sees its logo, and only files of this form can be allowed on the page.
      if (logo.is_held)
        throw invalidInput('logoId', 'This logo was not scanned for viruses. Allow it before it is taken.');
    }
    const change = Object.assign({}, ...fields.map((field) => readColumns(field, form, logoId)));
    const isStored = await changeClientProfile(trx, client.id, change as ClientProfileChange, {
      version: profileVersion,
      userId: findActorId(session),
      now: jobs.clock(),
    });
    const message = 'Somebody else has changed this client since you opened the page.';
    if (!isStored) throw new AppError(409, 'conflict', message, { details: [{ path: 'fields', message }] });
    await audit.record(
      {
        action: 'client.update',
        ...auditedIdentities(session),
        detail: { form: form.id, client: client.id, fields },
      },
      trx,
    );
  };

  const giveAccounts = async (
    trx: Trx,
    rows: readonly Chosen<ClientSetupInput['accounts'][number]>[],
    { clientId, cause }: { clientId: number; cause: Cause },
    give: Awaited<ReturnType<SetupPorts['accounts']['prepare']>>,
    session: Session,
  ): Promise<StoredClientSetup['accounts']> => {
    const people = rows.map(({ contact }) => toPerson(contact));
    const planned = await accounts.plan(trx, people, clientId, session);
    const changed = accountChangedMessage;
    refuseDetails(
      409,
      rows.flatMap(({ act, contact }, index) => {
        const now = planned[index];
        if (now?.act === act) return [];
        return [{ path: `accounts.${contact.id}`, message: now?.reason || changed }];
      }),
    );
    // Existing accounts first, each by address: two set-ups at once do not wait for each other.
    const order = rows.toSorted(
      (a, b) => a.act.localeCompare(b.act) || a.contact.email.localeCompare(b.contact.email),
    );
    const made = new Map<string, StoredClientSetup['accounts'][number]>();
    for (const { act, contact } of order) {
      try {
        const userId = await give(trx, toPerson(contact), { act, clientId, cause });
        made.set(contact.id, { contactId: contact.id, act, userId });
      } catch (error) {
        refuseDetails(
          error instanceof AppError && error.status === 409 ? 409 : 400,
          placeAtRow(error, `accounts.${contact.id}`),
        );
      }
    }
    return rows.flatMap(({ contact }) => made.get(contact.id) ?? []);
  };

  return {
    read,

    /**
     * Does all that is chosen in one transaction, or nothing.
     * @throws AppError 400 and 409 that name the rows, 409 if it was done already or something has changed, 429
     */
    async confirm(formId: string, input: ClientSetupInput, session: Session): Promise<ClientSetup> {
      const seen = await findForm(db.kysely, formId, session);
      refuseBlinded(session);
      refuseOpen(seen);
      if (seen.client_set_up_at !== null) throw alreadySetUp();
      refuseEmpty(input);
      const client = await findClient(input.clientId, session);
      const contacts = await listContacts(db.kysely, seen.id);
      const chosen = findChosen('accounts', input.accounts, contacts);
      const planned = await planReports(
        findChosen('reports', input.reports, contacts),
        client,
        input.timeZone,
        session,
      );
      const give = await accounts.prepare(session);
      await db.transaction(async (trx) => {
        const form = await lockForm(trx, seen.id, input.version);
        const cause = { form: form.id };
        const made = await giveAccounts(trx, chosen, { clientId: client.id, cause }, give, session);
        const added: StoredClientSetup['reports'][number][] = [];
        for (const { row, add } of planned)
          added.push({
            contactId: row.contact.id,
            ownerId: Number(row.ownerId),
            configId: await add(trx, cause),
          });
        await changeProfile(trx, form, client, input, session);
        const setup = { clientId: client.id, fields: input.fields, accounts: made, reports: added };
        const now = jobs.clock();
        await storeForm(
          trx,
          form,
          {
            client_set_up_at: now,
            client_set_up_by: findActorId(session),
            client_setup: JSON.stringify(setup),
            step: onboardingSteps.confirm,
          },
          now,
        );
        await audit.record(
          {
            action: 'onboarding.set-up',
            ...auditedIdentities(session),
            detail: { ...cause, client: client.id },
          },
          trx,
        );
      });
      return read(formId, undefined, session);
    },
  };
};
