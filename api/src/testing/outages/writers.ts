// People who write through several kinds of calls, and note what was acknowledged.
import { createHash } from 'node:crypto';
import { uploadChunkBytes } from '@readerlens/contract';
import { sql } from 'kysely';
import {
  boundary,
  createContent,
  formBody,
  chunkAt,
} from '../../features/onboarding/testing/upload-content.ts';
import { buildForm } from '../../features/marketing/testing/upload-form.ts';
import { readAll } from '../../features/onboarding/testing/store-form.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Services } from '../../people/services.ts';
import type { Asked, Client, Told } from './client.ts';
import type { OutageWorld, Person } from './world.ts';

/** A write that was acknowledged. */
interface Written {
  readonly key: string;
}

export interface Findings {
  /** Acknowledged, and not there. */
  readonly lost: readonly string[];
  /** There more than once, although the API promises that a repetition changes nothing. */
  readonly doubled: readonly string[];
  /** There without having been asked for. */
  readonly unknown: readonly string[];
}

interface Writer {
  readonly name: string;
  /** Writes the n-th thing. */
  readonly write: (n: number) => Promise<Written>;
  /** How often each thing is there. */
  readonly count: (db: Database) => Promise<ReadonlyMap<string, number>>;
}

const refuse = (name: string, { status, body }: Told): never => {
  throw new Error(`${name}: ${status} ${body.message ?? ''}`);
};

const countRows = async (
  { kysely }: Database,
  query: ReturnType<typeof sql<{ key: string; count: number }>>,
) => new Map((await query.execute(kysely)).rows.map(({ key, count }) => [key, count]));

/** A repetition of what was stored is refused as a conflict, which only an attempt with an unknown end can explain. */
const createNamed =
  (client: Client, name: string, build: (n: number) => Asked & { readonly key: string }) =>
  async (n: number): Promise<Written> => {
    const asked = build(n);
    const told = await client.askUntilTold(asked);
    const { status, uncertain } = told;
    if (status === 200 || (status === 409 && uncertain > 0)) return { key: asked.key };
    return refuse(name, told);
  };

/** Changes one thing again and again, each time in the version that was read last. */
const createChanges = (
  client: Client,
  name: string,
  {
    read,
    change,
    valueName,
  }: {
    readonly read: Asked;
    readonly change: (value: string, version: number) => Asked;
    readonly valueName: string;
  },
) => {
  let version = 1;
  return async (n: number): Promise<Written> => {
    const value = `Value ${n}`;
    const told = await client.askUntilTold(change(value, version));
    const { status, uncertain } = told;
    if (status !== 200 && !(status === 409 && uncertain > 0)) return refuse(name, told);
    const now = (await client.askUntilTold(read)).body.data as Record<string, unknown>;
    if (now[valueName] !== value || now['version'] !== version + 1)
      throw new Error(`${name} ${n} is ${String(now[valueName])} in version ${String(now['version'])}`);
    version += 1;
    return { key: value };
  };
};

const table = (n: number) => {
  const rows = Array.from({ length: 40 }, (_, row) => `u${n}-${row},Account ${row},Open,2026-01-05`);
  return ['Opportunity ID,Account Name,Stage,Created Date', ...rows].join('\n');
};

/** Some have two chunks. */
const createFile = (n: number) => createContent(n % 24 === 7 ? uploadChunkBytes + 1000 : 20_000, n + 1);

const pickPerson = (people: readonly Person[], n: number, each: number): Person =>
  people[Math.floor(n / each) % people.length]!;

export const createWriters = (client: Client, world: OutageWorld): readonly Writer[] => {
  const { people, person, alertId, changedUserId, pending, form } = world;
  const { token } = person;
  return [
    {
      name: 'saved searches',
      write: createNamed(client, 'saved searches', (n) => {
        const { id, token: own } = pickPerson(people, n, 180);
        const key = `Search ${n}`;
        return {
          key,
          call: 'POST /api/saved-searches',
          token: own,
          json: {
            userId: id,
            name: key,
            filters: [{ field: 'Clients', value: [{ id: '1' }] }],
            indices: [],
          },
        };
      }),
      count: (db) =>
        countRows(db, sql`SELECT name AS key, count(*) AS count FROM saved_search GROUP BY name`),
    },
    {
      name: 'account lists',
      write: createNamed(client, 'account lists', (n) => {
        const key = `List ${n}`;
        return {
          key,
          call: 'POST /api/account-lists',
          token: pickPerson(people, n, 45).token,
          json: { clientId: '1', name: key, organizationIds: [] },
        };
      }),
      count: (db) =>
        countRows(db, sql`SELECT name AS key, count(*) AS count FROM account_list GROUP BY name`),
    },
    {
      name: 'notes',
      write: createNamed(client, 'notes', (n) => {
        const key = `Note ${n}`;
        return {
          key,
          call: 'POST /api/annotations',
          token,
          json: { clientId: String(1 + (n % 2)), date: '2026-01-05', text: key },
        };
      }),
      count: (db) => countRows(db, sql`SELECT text AS key, count(*) AS count FROM annotation GROUP BY text`),
    },
    {
      name: 'alerts',
      write: createNamed(client, 'alerts', (n) => {
        const key = `Alert ${n}`;
        return {
          key,
          call: 'POST /api/notification',
          token: world.alertAuthor.token,
          json: { name: key, type: 'SpecificActivityNotification' },
        };
      }),
      count: (db) =>
        countRows(
          db,
          sql`SELECT name AS key, count(*) AS count FROM alert WHERE name LIKE 'Alert %' GROUP BY name`,
        ),
    },
    {
      name: 'names of an alert',
      write: createChanges(client, 'names of an alert', {
        read: { call: 'GET /api/notification/{id}', token: world.alertEditor.token, params: { id: alertId } },
        change: (name, version) => ({
          call: 'PUT /api/notification/{id}/name',
          token: world.alertEditor.token,
          params: { id: alertId },
          json: { name, version },
        }),
        valueName: 'name',
      }),
      // Each change raises the version once, and has its entry of the audit log.
      count: (db) =>
        countRows(
          db,
          sql`SELECT 'Value ' || (place - 1) AS key, CASE WHEN audited = version - 1 THEN 1 ELSE 0 END AS count
            FROM alert CROSS JOIN generate_series(1, version - 1) AS place
            CROSS JOIN (SELECT count(*) AS audited FROM audit_event
              WHERE action = 'alert.update' AND detail->>'id' = ${alertId}) AS log
            WHERE id = ${alertId}::uuid`,
        ),
    },
    {
      name: 'names of a user',
      write: createChanges(client, 'names of a user', {
        read: { call: 'GET /api/user/{id}', token: world.userEditor.token, params: { id: changedUserId } },
        change: (lastName, version) => ({
          call: 'PATCH /api/user/{id}',
          token: world.userEditor.token,
          params: { id: changedUserId },
          json: { lastName, version },
        }),
        valueName: 'lastName',
      }),
      count: (db) =>
        countRows(
          db,
          sql`SELECT 'Value ' || (place - 1) AS key, 1 AS count
            FROM app_user CROSS JOIN generate_series(1, version - 1) AS place WHERE id = ${Number(changedUserId)}`,
        ),
    },
    {
      name: 'reviews',
      async write(n) {
        const id = pending[n];
        if (id === undefined) throw new Error('There are too few activities to review.');
        const key = `1-${id}`;
        const told = await client.askUntilTold({
          call: 'POST /api/review-activities',
          token: world.reviewer.token,
          json: {
            engagementIds: [key],
            customerRequestIds: [],
            status: 'Approved',
            seen: { [key]: 'Pending' },
          },
        });
        const { activitiesUpdated } = (told.body.data ?? {}) as { activitiesUpdated?: number };
        // None was changed if an attempt before did it.
        if (told.status !== 200 || (activitiesUpdated !== 1 && told.uncertain === 0))
          return refuse('reviews', told);
        return { key };
      },
      count: (db) =>
        countRows(
          db,
          sql`SELECT '1-' || d.engagement_id AS key, count(*) AS count FROM review_decision_activity d
            JOIN engagement e ON e.client_id = d.client_id AND e.id = d.engagement_id AND e.approved_at IS NOT NULL
            GROUP BY d.engagement_id`,
        ),
    },
    {
      name: 'tables',
      write: createNamed(client, 'tables', (n) => ({
        key: `u${n}`,
        call: 'POST /api/marketing-data/{clientId}/uploads/{kind}',
        token: world.uploader.token,
        params: { clientId: '1', kind: 'opportunities' },
        form: buildForm({ mode: 'merge' }, table(n), 'table.csv'),
      })),
      // All of its rows.
      count: (db) =>
        countRows(
          db,
          sql`SELECT split_part(external_id, '-', 1) AS key, (count(*) / 40)::integer AS count FROM opportunity
            GROUP BY split_part(external_id, '-', 1) HAVING count(*) >= 40`,
        ),
    },
    {
      name: 'files',
      async write(n) {
        const { formId, contentId, token: owner } = form;
        const content = createFile(n);
        const fileName = `file-${n}.bin`;
        const params = { formId, contentId };
        const begun = await client.askUntilTold({
          call: 'POST /api/onboarding/{formId}/content/{contentId}/file/upload',
          token: owner,
          params,
          json: { fileName, fileSize: content.length, fingerprint: fileName },
        });
        if (begun.status !== 200) return refuse('files', begun);
        const { uploadId, totalChunks } = begun.body.data as { uploadId: string; totalChunks: number };
        for (let index = 0; index < totalChunks; index += 1) {
          const fields = { fileName, chunkIndex: String(index), totalChunks: String(totalChunks), uploadId };
          const told = await client.askUntilTold({
            call: 'POST /api/onboarding/{formId}/content/{contentId}/file/chunk',
            token: owner,
            params,
            form: {
              body: formBody(fields, [{ field: 'file', name: 'blob', content: chunkAt(index, content) }]),
              headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
            },
          });
          if (told.status !== 200) return refuse('files', told);
        }
        return { key: fileName };
      },
      // Those whose worker was killed are put together once its lease has ended.
      count: (db) =>
        countRows(
          db,
          sql`SELECT name AS key, count(*) AS count FROM (
              SELECT name FROM onboarding_file
              UNION ALL SELECT name FROM onboarding_upload
                WHERE complete_at IS NOT NULL AND file_id IS NULL AND problem IS NULL
            ) AS each GROUP BY name`,
        ),
    },
  ];
};

/** Compares what was acknowledged with what is there. */
export const compare = async (
  { name, count }: Writer,
  journal: readonly Written[],
  db: Database,
): Promise<Findings> => {
  const there = await count(db);
  const known = new Set(journal.map(({ key }) => key));
  const countCopies = (key: string) => there.get(key) ?? 0;
  const say = ({ key }: Written) => `${name}: ${key}, ${countCopies(key)} times`;
  return {
    lost: journal.filter(({ key }) => countCopies(key) === 0).map(say),
    doubled: journal.filter(({ key }) => countCopies(key) > 1).map(say),
    unknown: [...there.keys()].filter((key) => !known.has(key)).map((key) => `${name}: ${key}`),
  };
};

const hash = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/** The names of files whose content is another one, or missing. */
export const findBrokenFiles = async ({ db, files }: Pick<Services, 'db' | 'files'>): Promise<string[]> => {
  const stored = await db.kysely.selectFrom('onboarding_file').select(['id', 'name']).execute();
  const broken: string[] = [];
  for (const { id, name } of stored) {
    const found = await files.open(id);
    const expected = createFile(Number(/\d+/.exec(name)?.[0]));
    if (!found || hash(await readAll(found.body as AsyncIterable<Buffer>)) !== hash(expected))
      broken.push(name);
  }
  return broken;
};

export type { Writer, Written };
