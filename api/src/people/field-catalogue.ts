import { createCatalogue, questionField } from '@readerlens/filters/model';
import type { FieldCatalogue } from '@readerlens/filters/model';
import { namesCacheMs } from '../deadlines.ts';
import type { Database } from '../platform/db/index.ts';
import { cached } from '../platform/cached.ts';

/** Returns all filter fields: named ones and organization questions, read twice a minute. */
export type FieldCatalogueSource = () => Promise<FieldCatalogue>;

const readCatalogue = async ({ kysely }: Database): Promise<FieldCatalogue> => {
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
  );
};

export const createFieldCatalogueSource = (db: Database): FieldCatalogueSource => {
  const cache = cached(() => readCatalogue(db), namesCacheMs);
  return () => cache.get('all');
};
