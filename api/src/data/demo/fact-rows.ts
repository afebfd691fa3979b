import { groupBy } from '../../platform/group-by.ts';
import { buildActivities } from './activities.ts';
import type { DemoContext, DemoPart, DemoTable } from './demo-part.ts';
import { planReviewState } from './review-state.ts';
import { specificsText } from './specifics.ts';
import type { DemoActivity, World } from './world.ts';

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
  'reject_reason',
  'approved_at',
  'available_at',
] as const;
const detailColumns = ['client_id', 'engagement_id', 'specifics_text', 'specifics'] as const;

type Row = readonly unknown[];

/**
 * Remembers pairs in a fixed 32 MB: at ten million rows a set of all pairs would take a gigabyte. Two pairs in a
 * few hundred may share a bit; the later one then counts as subsequent, which does not show.
 */
const seenPairs = () => {
  const bits = new Uint32Array(1 << 23);
  return (client: number, document: number, reader: number): boolean => {
    let hash =
      Math.imul(reader, 0x9e3779b1) ^ Math.imul(document, 0x85ebca6b) ^ Math.imul(client, 0xc2b2ae35);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash = (hash ^ (hash >>> 13)) >>> 4;
    const word = hash >>> 5;
    const mask = 1 << (hash & 31);
    const isSeen = ((bits[word] ?? 0) & mask) !== 0;
    bits[word] = (bits[word] ?? 0) | mask;
    return isSeen;
  };
};

/** About one in 17 organizations has a tag of the client. */
const createTagPicker = (world: World) => {
  const byClient = groupBy(world.dimensions.tags, ({ clientId }) => clientId);
  return (clientId: number, organisationId: number | null): string => {
    const tags = byClient.get(clientId);
    if (!tags || organisationId === null || (organisationId + clientId) % 17 !== 0) return '{}';
    return `{${tags[organisationId % tags.length]?.id}}`;
  };
};

/**
 * Rows of `engagement`, numbered from 1 in the order given; rows of `engagement_detail` are added to `details`.
 * The first activity of a reader with a document is the initial one.
 */
function* factRows(world: World, activities: Iterable<DemoActivity>, details: Row[]): Generator<Row> {
  const isSeen = seenPairs();
  const tags = createTagPicker(world);
  // '-1' is the placeholder of an upstream system, not a type.
  const noType = world.dimensions.documentTypes.find(({ name }) => name === '-1')?.id;
  let id = 0;
  for (const { document, reader, specifics, ...activity } of activities) {
    const { at, clientId } = activity;
    id += 1;
    const organisationId = activity.organisationId ?? reader.organisationId;
    const hasDetail =
      specifics !== undefined &&
      (world.size.detailShare === 1 || world.random.chance(world.size.detailShare));
    if (hasDetail) details.push([clientId, id, specificsText(specifics), JSON.stringify(specifics)]);
    const isSubsequent = isSeen(clientId, document.id, reader.id);
    const { rejectReason, approvedAt, availableAt } = planReviewState(activity, {
      id,
      isSubsequent,
      now: world.now,
    });
    yield [
      clientId,
      id,
      new Date(at).toISOString(),
      activity.activityType,
      isSubsequent ? 2 : 1,
      activity.quality,
      activity.source,
      activity.status,
      document.communityId,
      document.id,
      reader.id,
      organisationId,
      document.documentTypeId === noType ? null : document.documentTypeId,
      document.stage,
      document.contentType,
      reader.country?.regionId ?? null,
      reader.country?.id ?? null,
      activity.newsletterId,
      id % 14 !== 0,
      hasDetail,
      `{${document.topics.join(',')}}`,
      tags(clientId, organisationId),
      rejectReason,
      approvedAt === null ? null : new Date(approvedAt).toISOString(),
      new Date(availableAt).toISOString(),
    ];
  }
}

const reportProgress = function* (
  rows: Iterable<Row>,
  total: number,
  onProgress: DemoContext['onProgress'],
): Generator<Row> {
  let done = 0;
  for (const row of rows) {
    yield row;
    done += 1;
    if (done % 10_000 === 0) onProgress?.(done, total);
  }
  onProgress?.(done, total);
};

function* activityTables(world: World, { plannedActivities, onProgress }: DemoContext): Generator<DemoTable> {
  const details: Row[] = [];
  const rows = factRows(world, buildActivities(world, plannedActivities), details);
  const total = world.size.activities + plannedActivities.length;
  yield { table: 'engagement', columns: factColumns, rows: reportProgress(rows, total, onProgress) };
  yield { table: 'engagement_detail', columns: detailColumns, rows: details };
}

/** The activities, with those that other parts plan. Draws from the world's random source. */
export const activitiesPart: DemoPart = { name: 'activities', tables: activityTables };
