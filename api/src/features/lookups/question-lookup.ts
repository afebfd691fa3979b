import { sql } from 'kysely';
import type { OrganizationQuestionRow } from '@readerlens/contract';
import type { FieldCatalogue, FieldDefinition } from '@readerlens/filters/model';
import type { Static } from 'typebox';
import { lookupCacheMs } from '../../deadlines.ts';
import { cached } from '../../platform/cached.ts';
import type { Database } from '../../platform/db/index.ts';
import type { DataScope } from '../../people/policy.ts';

type QuestionRow = Static<typeof OrganizationQuestionRow>;
type Answers = ReadonlyMap<string, readonly string[]>;

/** Maximum number of answers offered per question. */
const limit = 2000;

const answersByField = sql<{ field: string; value: string }>`
  SELECT q.field, a.value FROM organisation_question AS q CROSS JOIN LATERAL
    (SELECT DISTINCT value FROM organisation_answer WHERE question_id = q.id ORDER BY value LIMIT ${sql.lit(limit)}) AS a
  WHERE q.kind = 'Terms'
  UNION ALL SELECT DISTINCT 'OrgType', unnest(org_type) FROM organisation
  UNION ALL SELECT DISTINCT 'ProductCategory', unnest(product_category) FROM organisation`;

/** Natural order: 'Phase 2' before 'Phase 10', 'IIa' before 'III'. */
const inOrder = new Intl.Collator('en', { numeric: true });

const readAnswers = async ({ kysely }: Database): Promise<Answers> => {
  const answers = new Map<string, string[]>();
  for (const { field, value } of (await answersByField.execute(kysely)).rows) {
    const known = answers.get(field);
    if (known) known.push(value);
    else answers.set(field, [value]);
  }
  for (const values of answers.values()) values.sort(inOrder.compare);
  return answers;
};

/** Fields for a question to an organization, including named ones. */
const isQuestion = ({ question, options }: FieldDefinition): boolean =>
  question !== undefined || (options?.from === 'lookup' && options.lookup === 'organization-questions');

const buildRow = (definition: FieldDefinition, answers: readonly string[]): QuestionRow => ({
  id: definition.question?.id ?? definition.field,
  field: definition.field,
  label: definition.label,
  group: definition.group,
  kind: definition.kind,
  businessGroupId: definition.question?.businessGroupId ?? null,
  internalOnly: definition.internalOnly,
  options: answers.map((answer) => ({ id: answer, name: answer })),
});

/**
 * The questions to organizations with their existing answers, cached for a minute. A viewer who may not search by one
 * gets no answers to it, and internal ones are hidden.
 */
export const createQuestionLookup = (db: Database) => {
  const cache = cached(() => readAnswers(db), lookupCacheMs);
  return async (catalogue: FieldCatalogue, { searchFields }: DataScope): Promise<QuestionRow[]> => {
    const answers = await cache.get('all');
    return catalogue.fields
      .filter((each) => isQuestion(each) && (!each.internalOnly || searchFields.has(each.field)))
      .map((each) => buildRow(each, searchFields.has(each.field) ? (answers.get(each.field) ?? []) : []));
  };
};
