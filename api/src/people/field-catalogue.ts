import type { FeatureFlags } from '@readerlens/contract/vocabulary';
import { accountListsField, createCatalogue, questionField } from '@readerlens/filters/model';
import type { FieldCatalogue } from '@readerlens/filters/model';
import { namesCacheMs } from '../deadlines.ts';
import type { Database } from '../platform/db/index.ts';
import { cached } from '../platform/cached.ts';

/** Returns all filter fields: named ones and organization questions, read twice a minute. */
export type FieldCatalogueSource = () => Promise<FieldCatalogue>;

const readCatalogue = async ({ kysely }: Database, without: ReadonlySet<string>): Promise<FieldCatalogue> => {
  const questions = await kysely.selectFrom('organisation_question').selectAll().orderBy('id').execute();
  return createCatalogue(
    questions.map(({ id, field, label, field_group, kind, access_level, business_group_id }) =>
      questionField({
        id: String(id),
        field,
        label,
        group: field_group,
        kind,
        businessGroupId: business_group_id === null ? null : String(business_group_id),
        internalOnly: access_level === 'Internal',
      }),
    ),
    { without },
  );
};

/** Fields of features that are off cannot be searched by. */
export const createFieldCatalogueSource = (
  db: Database,
  { targetAccounts }: Pick<FeatureFlags, 'targetAccounts'>,
): FieldCatalogueSource => {
  const without = new Set(targetAccounts ? [] : [accountListsField]);
  const cache = cached(() => readCatalogue(db, without), namesCacheMs);
  return () => cache.get('all');
};
