import type { Kysely } from 'kysely';
import type { ReaderInfo, ReaderRow } from '@readerlens/contract';
import { noConsentText } from '@readerlens/contract/explorer';
import type { Schema } from '../../platform/db/index.ts';
import { formatActivityId } from '../activity-key.ts';
import type { ActivityKey } from '../activity-key.ts';
import { readActivities } from '../activity-rows.ts';
import type { ActivityRow } from '../activity-rows.ts';
import { activityView } from '../activity-view.ts';
import { readersWithSharedEmail } from '../engagement-rows.ts';
import type { Viewer } from '../../people/session.ts';
import type { Place } from './rank-order.ts';
import type { SeenReader } from './subjects.ts';

/** `rank` is by engagements, then by documents and id. */
export interface ReaderRank extends Omit<Place, 'rank'> {
  /** null without engagements. */
  readonly rank: number | null;
  readonly documents: number;
  readonly lastAt: Date;
}

/** The latest activity of each reader by id. */
export type LatestByReader = ReadonlyMap<number, ActivityKey>;

const idText = (id: number | null): string | null => (id === null ? null : String(id));

interface Ranked {
  readonly rank: ReaderRank;
  readonly isEmailShared: boolean;
}

const readerRow = (row: ActivityRow, viewer: Viewer, { rank, isEmailShared }: Ranked): ReaderRow => {
  const view = activityView(row, viewer);
  return {
    readerId: view.userId,
    userIdOrEmail: view.emailUrl === null || isEmailShared ? view.userId : (view.email ?? view.userId),
    rank: rank.rank,
    name: view.fullName,
    firstName: view.firstName,
    lastName: view.lastName,
    email: view.email,
    jobTitle: view.jobTitle,
    linkedInUrl: view.linkedIn,
    company: view.company,
    orgId: idText(row.organisationId),
    orgName: view.readerOrg,
    companyUrl: view.companyUrl,
    totalEngagements: rank.engagements,
    totalDocuments: rank.documents,
    documentTitle: view.docTitle,
    documentUrl: view.docUrl,
    mostRecent: view.date,
  };
};

/**
 * Ranked readers as the viewer sees them, in order. `latest` has the latest activity of each. Rows without links need
 * not know who shares an e-mail.
 */
export const readReaderRows = async (
  kysely: Kysely<Schema>,
  ranks: readonly ReaderRank[],
  latest: LatestByReader,
  viewer: Viewer,
  { hasLinks = true }: { hasLinks?: boolean } = {},
): Promise<ReaderRow[]> => {
  if (ranks.length === 0) return [];
  const ids = ranks.map(({ id }) => id);
  const [rows, shared] = await Promise.all([
    readActivities(
      kysely,
      ids.flatMap((id) => latest.get(id) ?? []),
    ),
    hasLinks ? readersWithSharedEmail(kysely, ids, viewer) : new Set<number>(),
  ]);
  const byKey = new Map(rows.map((row) => [formatActivityId(row), row]));
  return ranks.flatMap((rank) => {
    const key = latest.get(rank.id);
    const row = key && byKey.get(formatActivityId(key));
    return row ? [readerRow(row, viewer, { rank, isEmailShared: shared.has(rank.id) })] : [];
  });
};

/** The profile of a reader as of their latest activity. */
export const readReaderInfo = async (
  kysely: Kysely<Schema>,
  { id, latest }: SeenReader,
  viewer: Viewer,
): Promise<ReaderInfo> => {
  const [row] = await readActivities(kysely, [latest]);
  if (!row) throw new Error(`The latest activity of the reader ${id} is missing.`);
  const view = activityView(row, viewer);
  const consentDate = view.consent === noConsentText ? null : view.consent;
  return {
    id: String(id),
    name: view.fullName,
    firstName: view.firstName,
    lastName: view.lastName,
    company: view.company,
    orgName: view.readerOrg,
    readerOrgId: idText(row.organisationId),
    companyUrl: view.companyUrl,
    email: view.email,
    linkedIn: view.linkedIn,
    jobTitle: view.jobTitle,
    address: { country: view.country, state: view.state, phone: view.phone },
    clientConsent: consentDate !== null,
    clientConsentUpdatedDate: consentDate,
  };
};
