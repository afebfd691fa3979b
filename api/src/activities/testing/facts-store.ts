import { questionField } from '@readerlens/filters/model';
import type { EngagementFacts, FieldCatalogue, Filter } from '@readerlens/filters/model';
import type { Database } from '../../platform/db/index.ts';
import { activityTypeCode, contentTypeCode, sourceCode, stageCode, statusCode } from '../codes.ts';

/** The organization questions that generated rows have answers to. */
export const factQuestions = [
  questionField({
    id: '1',
    field: 'DeviceTypes',
    label: 'D',
    group: 'FirmographicMedicalDevices',
    kind: 'Terms',
  }),
  questionField({ id: '2', field: 'DrugName', label: 'N', group: 'FirmographicLifeSciences', kind: 'Text' }),
  questionField({
    id: '3',
    field: 'DeviceCount',
    label: 'C',
    group: 'FirmographicMedicalDevices',
    kind: 'Numeric',
  }),
  questionField({
    id: '4',
    field: 'DeviceMaker',
    label: 'M',
    group: 'FirmographicMedicalDevices',
    kind: 'Bool',
  }),
];

/** Some generated ids are letters; database ids are numbers. */
const numberByLetter: Readonly<Record<string, string>> = { x: '10', Y: '11', '-1': '12' };
const id = (text: string): string => numberByLetter[text] ?? text;
const idOrNull = (text: string | null): string | null => (text === null ? null : id(text));

const textIdFields = new Set(['State', 'OrgType', 'ProductCategory', 'DeviceTypes']);

/** Filters with the ids of `storable` rows. */
export const storableFilters = (filters: readonly Filter[]): Filter[] =>
  filters.map((filter) =>
    filter.$type === 'Terms' && !textIdFields.has(filter.field)
      ? { ...filter, value: filter.value.map((term) => ({ id: id(term.id) })) }
      : filter,
  );

/**
 * Rows that fit the database: numeric ids, no missing value in required columns, and attributes of an organization
 * stored once per organization.
 */
export const storable = (rows: readonly EngagementFacts[]): EngagementFacts[] => {
  const organisations = new Map<string, EngagementFacts>();
  return rows.map((row) => {
    const readerOrgId = idOrNull(row.readerOrgId);
    const known = readerOrgId === null ? undefined : (organisations.get(readerOrgId) ?? row);
    if (readerOrgId !== null && known) organisations.set(readerOrgId, known);
    return {
      ...row,
      readerOrgId,
      revenue: known?.revenue ?? null,
      orgType: known?.orgType ?? [],
      productCategory: known?.productCategory ?? [],
      answers: known?.answers ?? {},
      clientId: id(row.clientId),
      onlineId: id(row.onlineId ?? '1'),
      documentType: idOrNull(row.documentType),
      newsletter: idOrNull(row.newsletter),
      country: idOrNull(row.country),
      region: idOrNull(row.region),
      contentType: row.contentType ?? 'Unclassified',
      jsProcessed: row.jsProcessed ?? true,
      topics: row.topics.map(id),
      analystTags: row.analystTags.map(id),
      offerings: row.offerings.map(id),
      personas: row.personas.map(id),
    };
  });
};

const listAnswers = (facts: EngagementFacts, catalogue: FieldCatalogue) =>
  Object.entries(facts.answers).flatMap(([field, answer]) => {
    const question = catalogue.find(field)?.question;
    const values =
      answer === null ? [] : Array.isArray(answer) ? (answer as readonly string[]) : [String(answer)];
    return question ? values.map((value) => [Number(facts.readerOrgId), Number(question.id), value]) : [];
  });

const insertOrganisations = async (
  db: Database,
  rows: readonly EngagementFacts[],
  catalogue: FieldCatalogue,
) => {
  const withOrganisation = rows.filter(({ readerOrgId }) => readerOrgId !== null);
  const all = [...new Map(withOrganisation.map((row) => [row.readerOrgId, row])).values()];
  await db.copyIn(
    'organisation',
    ['id', 'name', 'revenue', 'org_type', 'product_category'],
    all.map((row) => [
      row.readerOrgId,
      `Org ${row.readerOrgId}`,
      row.revenue,
      row.orgType,
      row.productCategory,
    ]),
  );
  const questions = catalogue.fields.flatMap(({ field, label, group, kind, question }) =>
    question ? [[question.id, field, label, group, kind]] : [],
  );
  await db.copyIn('organisation_question', ['id', 'field', 'label', 'field_group', 'kind'], questions);
  await db.copyIn(
    'organisation_answer',
    ['organisation_id', 'question_id', 'value'],
    all.flatMap((row) => listAnswers(row, catalogue)),
  );
};

const insertDimensions = async (db: Database, rows: readonly EngagementFacts[]) => {
  await db.copyIn(
    'document',
    ['id', 'title', 'open_access', 'offerings'],
    rows.map((row, index) => [index + 1, row.documentTitle, row.openAccess, row.offerings]),
  );
  await db.copyIn(
    'reader',
    [
      'id',
      'email',
      'first_name',
      'last_name',
      'title',
      'company',
      'city',
      'state',
      'profile_status',
      'client_consent',
      'newsletter_consent',
      'personas',
    ],
    rows.map((row, index) => [
      index + 1,
      row.email,
      row.firstName,
      row.lastName,
      row.title,
      row.readerCompany,
      row.city,
      row.state,
      row.profileStatus,
      row.clientConsent,
      row.nlConsent,
      row.personas,
    ]),
  );
};

const factColumns = [
  'client_id',
  'id',
  'occurred_at',
  'activity_type',
  'sequence',
  'quality',
  'source',
  'status',
  'community_id',
  'document_id',
  'reader_id',
  'organisation_id',
  'document_type_id',
  'stage',
  'content_type',
  'region_id',
  'country_id',
  'newsletter_id',
  'js_processed',
  'has_specifics',
  'topics',
  'analyst_tags',
];

const factRow = (row: EngagementFacts, index: number) => [
  row.clientId,
  index + 1,
  row.occurredAt,
  activityTypeCode[row.activityType],
  row.sequence,
  row.quality,
  sourceCode[row.source],
  statusCode.Approved,
  row.onlineId,
  index + 1,
  index + 1,
  row.readerOrgId,
  row.documentType,
  stageCode[row.stage],
  contentTypeCode[row.contentType as keyof typeof contentTypeCode],
  row.region,
  row.country,
  row.newsletter,
  row.jsProcessed,
  row.specifics !== null,
  row.topics,
  row.analystTags,
];

/** Inserts `storable` rows; the id of each activity is its 1-based index. */
export const insertFacts = async (
  db: Database,
  rows: readonly EngagementFacts[],
  catalogue: FieldCatalogue,
): Promise<void> => {
  await insertOrganisations(db, rows, catalogue);
  await insertDimensions(db, rows);
  await db.copyIn('engagement', factColumns, rows.map(factRow));
  await db.copyIn(
    'engagement_detail',
    ['client_id', 'engagement_id', 'specifics_text'],
    rows.flatMap((row, index) => (row.specifics === null ? [] : [[row.clientId, index + 1, row.specifics]])),
  );
};
