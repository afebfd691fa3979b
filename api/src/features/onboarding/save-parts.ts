import { companyProblems, generalProblems, onboardingSteps } from '@readerlens/contract';
import type { CallInput, Calls } from '@readerlens/contract';
import { canonicalLine, canonicalParagraphs } from '@readerlens/contract/text';
import { sql } from 'kysely';
import type { SqlBool, Transaction } from 'kysely';
import { cleanHtml } from '../../outputs/clean-html.ts';
import { parseIds } from '../../people/named.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import type { Schema } from '../../platform/db/index.ts';
import { invalidInput } from '../../platform/http/errors.ts';
import { emptyCompany, emptyContentInfo, emptyGeneral } from './empty-parts.ts';
import type { StoredCompany, StoredContentInfo, StoredGeneral } from './empty-parts.ts';
import { changePart, refuseProblems } from './form-parts.ts';
import { storeForm } from './form-status.ts';
import type { FormChange } from './form-status.ts';
import { lockOpenForm } from './onboarding.policy.ts';
import type { FormRow } from './onboarding.policy.ts';

type Trx = Transaction<Schema>;
type GeneralChange = CallInput<Calls['PATCH /api/onboarding/{formId}/general-info']>['body'];
type CompanyChange = CallInput<Calls['PATCH /api/onboarding/{formId}/company-info']>['body'];
type ContentInfoChange = CallInput<Calls['PATCH /api/onboarding/{formId}/content-info']>['body'];

const withoutAbsent = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

const canonicalTexts = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? canonicalLine(value) : value,
    ]),
  ) as Fields;

/** Only communities that exist. */
const checkCommunities = async (trx: Trx, ids: readonly string[] | undefined): Promise<void> => {
  if (ids === undefined || ids.length === 0) return;
  const found = await trx
    .selectFrom('community')
    .select('id')
    // Ids of communities are small numbers; those of the input may not be.
    .where(sql<SqlBool>`id = ANY(${parseIds(ids)}::integer[])`)
    .execute();
  const unknown = ids.find((id) => !found.some((row) => String(row.id) === id));
  if (unknown !== undefined) throw invalidInput('onlines', `There is no community '${unknown}'.`);
};

const readGeneral = (sent: GeneralChange): Partial<StoredGeneral> => {
  const { isNewclient, isNewClient = isNewclient, ...rest } = sent;
  const { purchasedMultipleOnlines, purchaseMultipleOnlines = purchasedMultipleOnlines } = rest;
  const { name, email, phone, onlines, accountManager, sameContentPerSite } = rest;
  return canonicalTexts(
    withoutAbsent({
      name,
      email,
      phone,
      onlines,
      accountManager,
      isNewClient,
      purchaseMultipleOnlines,
      sameContentPerSite,
    }),
  ) as Partial<StoredGeneral>;
};

/** Saves parts of forms that are open, each field on its own. */
export const createPartSaves = ({ db, jobs }: Pick<Services, 'db' | 'jobs'>) => {
  const save = (
    id: string,
    session: Session,
    step: number,
    change: (form: FormRow, trx: Trx) => Promise<Partial<FormChange>> | Partial<FormChange>,
  ): Promise<FormRow> =>
    db.transaction(async (trx) => {
      const now = jobs.clock();
      const form = await lockOpenForm(trx, id, session, now);
      return storeForm(trx, form, { ...(await change(form, trx)), step }, now);
    });

  return {
    general: (id: string, { version, isDraft, ...sent }: GeneralChange, session: Session) =>
      save(id, session, isDraft ? 0 : onboardingSteps.general, async (form, trx) => {
        const values = readGeneral(sent);
        refuseProblems(generalProblems(values));
        await checkCommunities(trx, values.onlines);
        return changePart(form, 'general', values, { empty: emptyGeneral, version });
      }),

    company: (id: string, { version, isDraft, profile, ...sent }: CompanyChange, session: Session) =>
      save(id, session, isDraft ? 0 : onboardingSteps.company, (form) => {
        const values: Partial<StoredCompany> = {
          ...canonicalTexts(sent),
          ...(profile === undefined ? {} : { profile: cleanHtml(profile) }),
        };
        refuseProblems(companyProblems(values));
        return changePart(form, 'company', values, { empty: emptyCompany, version });
      }),

    contentInfo: (id: string, { version, isDraft, comment, ...sent }: ContentInfoChange, session: Session) =>
      save(id, session, isDraft ? 0 : onboardingSteps.content, (form) => {
        const values: Partial<StoredContentInfo> = {
          ...sent,
          ...(comment === undefined ? {} : { comment: canonicalParagraphs(comment) }),
        };
        return changePart(form, 'content_info', values, { empty: emptyContentInfo, version });
      }),
  };
};
