import {
  addressMessage,
  companyChoiceMessage,
  submittedMessage,
} from '@readerlens/contract/onboarding/messages';
import {
  companyProblems,
  generalProblems,
  isEmail,
  isStaff,
  lineProblem,
  maxOnboardingText,
  mayDo,
  onboardingSteps,
} from '@readerlens/contract';
import type {
  CallInput,
  Calls,
  NewAccount,
  OnboardingListItem,
  OnboardingProblem,
} from '@readerlens/contract';
import { canonicalLine } from '@readerlens/contract/text';
import { sqlLikePattern } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { SqlBool, Transaction } from 'kysely';
import { joinWithAnd } from '../../activities/filter-sql.ts';
import { clientPseudonym, maskedText } from '../../people/blinding/pseudonyms.ts';
import { revokeLinks } from '../../people/link-tokens.ts';
import { isRegistered } from '../../people/registered.ts';
import { findActorId } from '../../people/session.ts';
import type { Session } from '../../people/session.ts';
import type { UserRow } from '../../people/tables.ts';
import type { Services } from '../../people/services.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import type { NamedRow, Schema } from '../../platform/db/index.ts';
import { conflict, forbidden, invalidInput } from '../../platform/http/errors.ts';
import { parseId } from '../../platform/http/ids.ts';
import { dayMilliseconds, daysAfter } from '../../platform/time.ts';
import { emptyCompany, emptyGeneral } from './empty-parts.ts';
import { readPart, refuseProblems } from './form-parts.ts';
import { createMailedPath, formPath } from './form-link.ts';
import { formStatus, storeForm } from './form-status.ts';
import { onboardingMail } from './onboarding-mail.ts';
import { findForm, lockOpenForm } from './onboarding.policy.ts';
import type { FormRow } from './onboarding.policy.ts';
import { formatFullName } from '../../people/person-name.ts';

type Trx = Transaction<Schema>;
export type NewForm = CallInput<Calls['POST /api/onboarding']>['body'];

/** Creates an account without an invitation; the form's mail invites. Provided by the administration. */
export type CreateAccount = (
  session: Session,
  account: NewAccount,
  withAccount: (trx: Trx, user: UserRow) => Promise<string>,
) => Promise<UserRow>;

interface Sender {
  readonly sentFromName: string;
  readonly senderEmail: string;
}

interface Addressee {
  readonly name: string;
  readonly email: string;
}

interface NewFormParts {
  readonly user: UserRow;
  readonly client: NamedRow;
  readonly to: Addressee;
  readonly from: Sender;
  readonly remindAfterDays?: number | undefined;
}

const readName = (text: string) => canonicalLine(text);

/** 'Ada' and 'Löwe Berg' of 'Ada Löwe Berg'. */
const splitName = (name: string): { firstName: string; lastName: string } => {
  const [firstName = '', ...rest] = name.split(' ');
  return { firstName, lastName: rest.join(' ') || firstName };
};

const fieldProblems = ({ name, email, senderEmail }: NewForm) => {
  const nameProblem = lineProblem(name, {
    label: 'Name',
    required: 'Name Is Required',
    max: maxOnboardingText,
  });
  const address = (path: string, text: string) =>
    isEmail(text.trim()) ? [] : [{ path, message: addressMessage }];
  return [
    ...(nameProblem === undefined ? [] : [{ path: 'name', message: nameProblem }]),
    ...address('email', email),
    ...address('senderEmail', senderEmail),
  ];
};

/** Checks the steps that the person may open; others do not see what is missing in Basic Info. */
const refuseIncomplete = (form: FormRow, { role }: Session): void => {
  const inPart = (part: string, problems: readonly OnboardingProblem[]) =>
    problems.map(({ path, message }) => ({ path: `${part}.${path}`, message }));
  refuseProblems([
    ...(isStaff(role) ? inPart('generalInfo', generalProblems(readPart(form, 'general', emptyGeneral))) : []),
    ...inPart('companyInfo', companyProblems({ ...readPart(form, 'company', emptyCompany) })),
  ]);
};

/** Whole days since somebody last changed anything. */
const countIdleDays = ({ last_activity_at: last }: FormRow, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - last.getTime()) / dayMilliseconds));

/** Creates, mails, lists and submits onboarding forms. */
export const createForms = (
  { db, jobs, outbox, audit, config }: Pick<Services, 'db' | 'jobs' | 'outbox' | 'audit' | 'config'>,
  createAccount: CreateAccount,
) => {
  const { expiryDays, reminderDays, publications } = config.onboarding;

  /** Mails the link to the form. */
  const mailForm = async (
    trx: Trx,
    form: FormRow,
    { user, client }: { user: UserRow; client: NamedRow },
    session: Session,
  ) => {
    const { path, isNew } = await createMailedPath(trx, form, user);
    const mail = onboardingMail({
      to: form.email,
      name: form.name,
      company: client.name,
      sentFromName: form.sent_from_name,
      senderEmail: form.sender_email,
      link: `${config.publicUrl}${path}`,
      isNew,
      expiresOn: form.expires_at,
    });
    await outbox.queue(
      { ...mail, kind: 'onboarding', sender: findActorId(session), clientId: form.client_id },
      trx,
    );
  };

  const insertForm = async (
    trx: Trx,
    { user, client, to, from, remindAfterDays = reminderDays }: NewFormParts,
    session: Session,
    sendsMail = true,
  ): Promise<FormRow> => {
    const now = jobs.clock();
    const form = await trx
      .insertInto('onboarding_form')
      .values({
        client_id: client.id,
        user_id: user.id,
        name: to.name,
        email: to.email,
        sent_from_name: from.sentFromName,
        sender_email: from.senderEmail,
        sent_at: now,
        expires_at: daysAfter(now, expiryDays),
        reminder_days: remindAfterDays,
        last_activity_at: now,
        general: JSON.stringify({ name: to.name, email: to.email }),
        company: JSON.stringify({ name: client.name }),
        created_at: now,
        created_by: findActorId(session),
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (sendsMail) await mailForm(trx, form, { user, client }, session);
    await audit.record(
      {
        action: 'onboarding.create',
        ...auditedIdentities(session),
        accountId: user.id,
        detail: { form: form.id, client: client.id },
      },
      trx,
    );
    return form;
  };

  const findClient = async (text: string): Promise<NamedRow> => {
    const client = await db.kysely
      .selectFrom('client')
      .select(['id', 'name'])
      .where('id', '=', parseId(text) ?? 0)
      .executeTakeFirst();
    if (!client) throw invalidInput('companyId', companyChoiceMessage);
    return client;
  };

  const findUser = (email: string) =>
    db.kysely
      .selectFrom('app_user')
      .selectAll()
      .where(sql<SqlBool>`lower(email) = lower(${email})`)
      .where('is_active', '=', true)
      .executeTakeFirst();

  const checkAccount = (user: UserRow, session: Session, userId: string | undefined) => {
    if (userId !== undefined && userId !== String(user.id))
      throw invalidInput('userId', 'The account has another email address.');
    if (!mayDo('view', session.user, user))
      throw invalidInput('email', 'A form cannot be sent to this address.');
  };

  return {
    publications,
    reminderDays,

    /** The id of a new form, whose link is mailed. @throws AppError 400, 429 */
    async create(input: NewForm, session: Session): Promise<string> {
      if (session.blinded) throw forbidden('Onboarding forms cannot be sent in Blinded Mode.');
      refuseProblems(fieldProblems(input));
      const sentFromName = input.sentFromName.trim();
      if (!publications.includes(sentFromName))
        throw invalidInput('sentFromName', 'Please choose a publication from the list.');
      const { remindAfterDays } = input;
      const client = await findClient(input.companyId);
      const to = { name: readName(input.name), email: canonicalLine(input.email) };
      const from = { sentFromName, senderEmail: canonicalLine(input.senderEmail) };
      const known = await findUser(to.email);
      if (known) {
        checkAccount(known, session, input.userId);
        const parts = { user: known, client, to, from, remindAfterDays };
        return (await db.transaction((trx) => insertForm(trx, parts, session))).id;
      }
      if (input.userId !== undefined) throw invalidInput('userId', 'The account has another email address.');
      let form: FormRow | undefined;
      const account = {
        ...splitName(to.name),
        email: to.email,
        role: 'Client',
        companies: [String(client.id)],
      } as const;
      await createAccount(session, { ...account, companies: [...account.companies] }, async (trx, user) => {
        form = await insertForm(trx, { user, client, to, from, remindAfterDays }, session);
        return formPath(form);
      });
      return form!.id;
    },

    /** Starts the form of an account that is being created, in its transaction. Returns the path of the form. */
    async startFor(
      trx: Trx,
      user: UserRow,
      session: Session,
      { sendsMail }: { readonly sendsMail: boolean },
    ): Promise<string> {
      const client = await trx
        .selectFrom('user_client')
        .innerJoin('client', 'client.id', 'user_client.client_id')
        .select(['client.id', 'client.name'])
        .where('user_client.user_id', '=', user.id)
        .orderBy('client.id')
        .executeTakeFirst();
      if (!client) throw invalidInput('companies', 'An onboarding form needs a client.');
      const to = { name: formatFullName(user), email: user.email };
      const from = {
        sentFromName: publications[0] ?? '',
        senderEmail: config.public.support.email,
      };
      return formPath(await insertForm(trx, { user, client, to, from }, session, sendsMail));
    },

    /** Mails the link again, and renews the expiry. @throws AppError 409 for a submitted form */
    resend: (id: string, session: Session): Promise<void> =>
      db.transaction(async (trx) => {
        const seen = await findForm(trx, id, session);
        if (seen.submitted_at !== null) throw conflict(submittedMessage);
        const now = jobs.clock();
        const form = await trx
          .updateTable('onboarding_form')
          .set({ sent_at: now, expires_at: daysAfter(now, expiryDays), updated_at: now })
          .where('id', '=', seen.id)
          .returningAll()
          .executeTakeFirstOrThrow();
        const user = await trx
          .selectFrom('app_user')
          .selectAll()
          .where('id', '=', form.user_id)
          .where('is_active', '=', true)
          .executeTakeFirst();
        if (!user) throw conflict('The account of this form was deleted.');
        const client = await trx
          .selectFrom('client')
          .select(['id', 'name'])
          .where('id', '=', form.client_id)
          .executeTakeFirstOrThrow();
        if (!isRegistered(user)) await revokeLinks(trx, user.id);
        await mailForm(trx, form, { user, client }, session);
        await audit.record(
          {
            action: 'onboarding.resend',
            ...auditedIdentities(session),
            accountId: user.id,
            detail: { form: form.id },
          },
          trx,
        );
      }),

    /** A page of the forms, latest sent first. In Blinded Mode, a search finds nothing. */
    async list(
      {
        searchString = '',
        page = 1,
        pageSize = 20,
      }: { searchString?: string; page?: number; pageSize?: number },
      session: Session,
    ): Promise<{ items: OnboardingListItem[]; total: number }> {
      const text = canonicalLine(searchString);
      const pattern = sqlLikePattern('Contains', text);
      const names = session.blinded
        ? sql<SqlBool>`false`
        : sql<SqlBool>`(fold_text(c.name) LIKE ${pattern} OR fold_text(f.name) LIKE ${pattern} OR fold_text(f.email) LIKE ${pattern})`;
      const where = joinWithAnd(text === '' ? [sql<SqlBool>`true`] : [names]);
      const from = sql`FROM onboarding_form AS f JOIN client AS c ON c.id = f.client_id WHERE ${where}`;
      const rows = await sql<FormRow & { company: string }>`
        SELECT f.*, c.name AS company ${from} ORDER BY f.sent_at DESC, f.id
        LIMIT ${pageSize}::integer OFFSET ${(page - 1) * pageSize}::integer`.execute(db.kysely);
      const counted = await sql<{ total: number }>`SELECT count(*)::integer AS total ${from}`.execute(
        db.kysely,
      );
      const now = jobs.clock();
      const items = rows.rows.map((form) => {
        const { isSubmitted, isExpired, lastStepCompleted } = formStatus(form, now);
        const isOpen = !isSubmitted && !isExpired;
        return {
          id: form.id,
          dateSent: form.sent_at.toISOString(),
          isSubmitted,
          isExpired,
          lastStepCompleted,
          lastActivity: form.last_activity_at.toISOString(),
          idleDays: isOpen ? countIdleDays(form, now) : null,
          companyId: String(form.client_id),
          company: session.blinded ? clientPseudonym(form.client_id) : form.company,
          name: session.blinded ? maskedText : form.name,
          email: session.blinded ? maskedText : form.email,
        };
      });
      return { items, total: counted.rows[0]?.total ?? 0 };
    },

    /** @throws AppError 400 that names what is missing, 409 for a form that is submitted or expired */
    submit: (id: string, session: Session) =>
      db.transaction(async (trx) => {
        const now = jobs.clock();
        const form = await lockOpenForm(trx, id, session, now);
        refuseIncomplete(form, session);
        const stored = await storeForm(trx, form, { submitted_at: now, step: onboardingSteps.confirm }, now);
        await audit.record(
          { action: 'onboarding.submit', ...auditedIdentities(session), detail: { form: form.id } },
          trx,
        );
        return formStatus(stored, now);
      }),
  };
};

export type Forms = ReturnType<typeof createForms>;
