import { addDays, isoDate } from './calendar.ts';
import type { DemoPart, DemoTable } from './demo-part.ts';
import { answerRows, demoQuestions } from './questions.ts';
import type { World } from './world.ts';

const named = (table: DemoTable['table'], terms: readonly { id: number; name: string }[]): DemoTable => ({
  table,
  columns: ['id', 'name'],
  rows: terms.map(({ id, name }) => [id, name]),
});

const stages = [
  [1, 'Early'],
  [2, 'Middle'],
  [3, 'Late'],
  [-1, 'Unclassified'],
] as const;

function* placeTables({ dimensions }: World): Generator<DemoTable> {
  yield named('region', dimensions.regions);
  yield {
    table: 'country',
    columns: ['id', 'iso', 'name', 'region_id'],
    rows: dimensions.countries.map(({ id, iso, name, regionId }) => [id, iso, name, regionId]),
  };
}

function* clientTables({ dimensions }: World): Generator<DemoTable> {
  yield named('business_group', dimensions.groups);
  yield {
    table: 'community',
    columns: ['id', 'name', 'portal_url', 'business_group_id'],
    rows: dimensions.communities.map(({ id, name, groupId }) => [
      id,
      name,
      `https://portal${id}.example`,
      groupId,
    ]),
  };
  yield {
    table: 'client',
    columns: ['id', 'name', 'is_paid'],
    rows: dimensions.clients.map(({ id, name, isPaid }) => [id, name, isPaid]),
  };
  yield {
    table: 'client_community',
    columns: ['client_id', 'community_id'],
    rows: dimensions.clients.flatMap(({ id, communities }) =>
      communities.map((community) => [id, community]),
    ),
  };
  yield {
    table: 'analyst_tag',
    columns: ['id', 'client_id', 'name'],
    rows: dimensions.tags.map(({ id, clientId, name }) => [id, clientId, name]),
  };
}

function* documentTables({ dimensions, documents }: World): Generator<DemoTable> {
  yield named('document_type', dimensions.documentTypes);
  yield { table: 'buyers_journey_stage', columns: ['id', 'stage'], rows: stages };
  yield named('content_topic', dimensions.topics);
  yield named('service_offering', dimensions.offerings);
  yield named('newsletter', dimensions.newsletters);
  yield {
    table: 'document',
    columns: [
      'id',
      'client_id',
      'community_id',
      'title',
      'url',
      'document_type_id',
      'stage_id',
      'content_type',
      'open_access',
      'topics',
      'offerings',
      'published_on',
      'is_active',
    ],
    rows: documents.map((document) => [
      document.id,
      document.clientId,
      document.communityId,
      document.title,
      document.url,
      document.documentTypeId,
      document.stageId,
      document.contentType,
      document.openAccess,
      document.topics,
      document.offerings,
      document.publishedAt === null ? null : isoDate(document.publishedAt),
      document.isActive,
    ]),
  };
}

function* organisationTables({ organisations, random }: World): Generator<DemoTable> {
  yield {
    table: 'organisation',
    columns: ['id', 'name', 'website', 'domain', 'revenue', 'org_type', 'product_category'],
    rows: organisations.map(({ id, name, domain, revenue, orgType, productCategory }) => [
      id,
      name,
      `https://www.${domain}`,
      domain,
      revenue,
      orgType,
      productCategory,
    ]),
  };
  yield {
    table: 'organisation_question',
    columns: ['id', 'field', 'label', 'field_group', 'kind', 'access_level', 'business_group_id'],
    rows: demoQuestions.map((question) => [
      question.id,
      question.field,
      question.label,
      question.group,
      question.kind,
      question.accessLevel,
      question.businessGroupId,
    ]),
  };
  yield {
    table: 'organisation_answer',
    columns: ['organisation_id', 'question_id', 'value'],
    rows: answerRows(organisations, random),
  };
}

function* readerTables({ dimensions, readers, now }: World): Generator<DemoTable> {
  yield named('persona', dimensions.personas);
  yield {
    table: 'reader',
    columns: [
      'id',
      'email',
      'first_name',
      'last_name',
      'title',
      'company',
      'organisation_id',
      'phone',
      'address',
      'city',
      'state',
      'country_id',
      'linked_in',
      'profile_status',
      'client_consent',
      'client_consent_at',
      'newsletter_consent',
      'personas',
    ],
    rows: readers.map((reader) => [
      reader.id,
      reader.email,
      reader.firstName,
      reader.lastName,
      reader.title,
      reader.company,
      reader.organisationId,
      reader.phone,
      reader.address,
      reader.city,
      reader.state,
      reader.country?.id ?? null,
      reader.linkedIn,
      reader.profileStatus,
      reader.clientConsent,
      reader.clientConsent === null ? null : new Date(addDays(now, -30 - (reader.id % 600))),
      reader.newsletterConsent,
      reader.personas,
    ]),
  };
}

function* dimensionTables(world: World): Generator<DemoTable> {
  yield* placeTables(world);
  yield* clientTables(world);
  yield* documentTables(world);
  yield* organisationTables(world);
  yield* readerTables(world);
}

/** Everything that activities refer to. Draws from the world's random source, as the activities do. */
export const dimensionsPart: DemoPart = { name: 'dimensions', tables: dimensionTables };
