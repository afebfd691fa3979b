import { sql } from 'kysely';
import { clientsWithActivities } from '../../activities/clients-with-activities.ts';
import type { CallData, Calls } from '@readerlens/contract';
import { correctableNames } from '@readerlens/contract/personal-data';
import { readerNameSql } from '../../activities/subject-names.ts';
import { hashIdentity } from '../../activities/erasure/erased-identities.ts';
import { nameOfPersonSql } from '../../people/person-name.ts';
import type { Services } from '../../people/services.ts';
import { correctableColumns } from './correct.ts';
import { nameClientsSql } from './name-clients.ts';
import { emailLists } from './replace-readers.ts';
import { isErasedName } from './rewrite.ts';

type Found = CallData<Calls['POST /api/personal-data/find']>;

interface ReaderFound {
  readonly id: number;
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly title: string | null;
  readonly company: string | null;
  readonly phone: string | null;
  readonly address: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly linkedIn: string | null;
  readonly removed_columns: readonly string[];
  readonly country: string | null;
  readonly first_at: Date | null;
  readonly last_at: Date | null;
  readonly clients: readonly {
    readonly id: number;
    readonly name: string;
    readonly activities: number;
    readonly registrations: number;
  }[];
  readonly registrations: number;
  readonly restriction: Found['readers'][number]['restriction'];
}

const registrationsSql = (email: ReturnType<typeof sql>) => sql`(
  (SELECT count(*) FROM webinar_registrant AS w WHERE w.email = ${email})
  + (SELECT count(*) FROM event_registrant AS v WHERE v.email = ${email})
  + (SELECT count(*) FROM newsletter_recipient AS n WHERE n.email = ${email}))::integer`;

const listedSql = sql.join(
  emailLists.map(
    (table) =>
      sql`SELECT t.client_id, 0, 1, NULL, NULL FROM ${sql.table(table)} AS t WHERE t.email = lower(r.email)`,
  ),
  sql` UNION ALL `,
);

/**
 * All readers with an e-mail, of any client, whatever the state of their activities; restricted ones are recognized by its hash.
 * Nobody is blinded here.
 */
export const findReaders = async (
  { db: { kysely }, secrets }: Pick<Services, 'db' | 'secrets'>,
  email: string,
): Promise<Found> => {
  const wanted = email.trim().toLowerCase();
  const key = secrets.erasureKey();
  const hash = key && Buffer.from(hashIdentity(key, 'email', wanted), 'hex');
  const { rows } = await sql<ReaderFound>`
    SELECT r.id, ${readerNameSql('r')} AS name, r.first_name AS "firstName", r.last_name AS "lastName",
      r.email, r.title, r.company, r.phone, r.address, r.city, r.state, r.linked_in AS "linkedIn", r.removed_columns,
      c.name AS country,
      ${registrationsSql(sql`lower(r.email)`)} AS registrations,
      CASE WHEN x.reader_id IS NOT NULL THEN json_build_object(
        'at', x.at, 'by', ${nameOfPersonSql('x.user_id')}, 'reason', x.reason, 'clients', ${nameClientsSql('x.clients')}) END AS restriction,
      known.first_at, known.last_at,
      coalesce(known.clients, '[]') AS clients
    FROM reader AS r LEFT JOIN country AS c ON c.id = r.country_id
    LEFT JOIN reader_restriction AS x ON x.reader_id = r.id
    LEFT JOIN LATERAL (
      SELECT min(of_client.first_at) AS first_at, max(of_client.last_at) AS last_at,
        json_agg(json_build_object('id', of_client.client_id, 'name', l.name, 'activities', of_client.activities,
            'registrations', of_client.registrations)
          ORDER BY l.name, of_client.client_id) AS clients
      FROM (SELECT client_id, sum(activities)::integer AS activities, sum(registrations)::integer AS registrations,
          min(first_at) AS first_at, max(last_at) AS last_at
        FROM (
          SELECT e.client_id, 1 AS activities, 0 AS registrations, e.occurred_at AS first_at, e.occurred_at AS last_at
          FROM engagement AS e WHERE e.reader_id = r.id AND e.client_id IN ${clientsWithActivities}
          UNION ALL ${listedSql}) AS each_one GROUP BY 1) AS of_client
      JOIN client AS l ON l.id = of_client.client_id) AS known ON true
    WHERE r.id IN (SELECT id FROM reader WHERE lower(email) = ${wanted}
      UNION SELECT reader_id FROM reader_restriction WHERE email_hash = ${hash ?? null}::bytea) ORDER BY r.id`.execute(
    kysely,
  );
  const { rows: counts } = await sql<{ registrations: number }>`
    SELECT ${registrationsSql(sql`${wanted}`)} AS registrations`.execute(kysely);
  return {
    readers: rows.map(({ id, first_at, last_at, clients, restriction, removed_columns, ...reader }) => ({
      ...reader,
      id: String(id),
      removed: correctableNames.filter((field) => removed_columns.includes(correctableColumns[field])),
      restriction: restriction && { ...restriction, at: new Date(restriction.at).toISOString() },
      isErased: isErasedName(reader.firstName, reader.lastName),
      activities: clients.reduce((sum, { activities }) => sum + activities, 0),
      firstAt: first_at?.toISOString() ?? null,
      lastAt: last_at?.toISOString() ?? null,
      clients: clients.map((client) => ({ ...client, id: String(client.id) })),
    })),
    registrations: counts[0]?.registrations ?? 0,
  };
};
