import { sql } from 'kysely';
import type { AlertSubjectCount } from '@readerlens/contract';
import type { Services } from '../../../people/services.ts';
import type { Session } from '../../../people/session.ts';
import { visibleTo } from './list-alerts.ts';
import { alerts } from './alert.store.ts';

/** More are no help in a list; people have a few. */
const most = 1000;

/**
 * The readers and organizations that alerts are about, of those that a person owns or receives and at level Admin of all that they may
 * see, with the newest alert of each. Ids only, which Blinded Mode shows.
 */
export const listAlertSubjects = async (
  { db }: Pick<Services, 'db'>,
  session: Session,
): Promise<AlertSubjectCount[]> => {
  const rows = await db.kysely
    .selectFrom(
      alerts(db.kysely)
        .where(visibleTo(session))
        .where((eb) =>
          eb.or([
            eb('alert.subject_reader_id', 'is not', null),
            eb('alert.subject_organisation_id', 'is not', null),
          ]),
        )
        .as('alert'),
    )
    .groupBy(['alert.subject_reader_id', 'alert.subject_organisation_id'])
    .select(['alert.subject_reader_id as reader', 'alert.subject_organisation_id as organisation'])
    .select(sql<string>`(array_agg(alert.id ORDER BY alert.updated_at DESC))[1]`.as('alertId'))
    .select(sql<number>`count(*)`.as('count'))
    .orderBy('reader')
    .orderBy('organisation')
    .limit(most)
    .execute();
  return rows.map(({ reader, organisation, alertId, count }) => ({
    ...(reader === null
      ? { kind: 'Organization' as const, id: String(organisation) }
      : { kind: 'Reader' as const, id: String(reader) }),
    alertId,
    count,
  }));
};
