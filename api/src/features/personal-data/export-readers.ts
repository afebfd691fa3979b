import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { clientsWithActivities } from '../../activities/clients-with-activities.ts';
import { auditFieldName } from '@readerlens/contract';
import { unknownReadersMessage } from '@readerlens/contract/personal-data/messages';
import { readActivities } from '../../activities/activity-rows.ts';
import { activityView } from '../../activities/activity-view.ts';
import { pdfMediaType, readHelp } from '../../outputs/activity-sheet/sheets-pdf.ts';
import { sheetDate } from '../../outputs/activity-sheet/sheet.ts';
import type { SheetField } from '../../outputs/activity-sheet/sheet.ts';
import type { FormSheetGroup, FormSheetPart } from '../../outputs/form-sheet/form-sheet.ts';
import { writeFormSheet } from '../../outputs/form-sheet/write-form-sheet.ts';
import type { Services } from '../../people/services.ts';
import type { Session } from '../../people/session.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import type { Schema } from '../../platform/db/index.ts';
import { invalidInput } from '../../platform/http/errors.ts';
import type { FileResponse } from '../../platform/http/route.ts';
import { readUnrestricted } from './restrict.ts';
import { checkKnowing } from './separate-readers.ts';

type Values = Readonly<Record<string, unknown>>;

/** All that is stored about a reader. */
interface ReaderData {
  readonly reader: Values;
  readonly activities: readonly Values[];
  readonly webinars: readonly Values[];
  readonly events: readonly Values[];
  readonly newsletters: readonly Values[];
  readonly isExcluded: boolean;
  /** What the backends of areas were told. What they have themselves is not known here. */
  readonly areas: readonly Values[];
}

export interface ExportRequest {
  readonly readerIds: readonly number[];
  readonly reference: string;
  readonly format: 'json' | 'pdf';
  /** What is exported of activities and lists; undefined for that of all clients. */
  readonly clientIds?: readonly number[] | undefined;
}

type Parts = Pick<Services, 'audit' | 'config' | 'db' | 'jobs' | 'secrets'>;

/** What the chosen clients have; without a choice, what all have. */
const isOfChosen = (column: string, clientIds: ExportRequest['clientIds']) =>
  clientIds ? sql`${sql.ref(column)} = ANY(${clientIds}::integer[])` : sql`true`;

const readRegistrations = async (
  kysely: Kysely<Schema>,
  table: 'event_registrant' | 'newsletter_recipient' | 'webinar_registrant',
  { email, clientIds }: { readonly email: string | null; readonly clientIds: ExportRequest['clientIds'] },
): Promise<Values[]> => {
  if (email === null) return [];
  const { rows } = await sql<Values>`
    SELECT c.name AS client, to_jsonb(t) - ARRAY['id', 'client_id', 'external_id', 'reader_id', 'document_id', 'upload_id'] AS values
    FROM ${sql.table(table)} AS t JOIN client AS c ON c.id = t.client_id WHERE t.email = lower(${email})
      AND ${isOfChosen('t.client_id', clientIds)}
    ORDER BY t.id`.execute(kysely);
  return rows.map(({ client, values }) => ({ client, ...(values as Values) }));
};

const readNotices = async (kysely: Kysely<Schema>, id: number): Promise<Values[]> => {
  const { rows } = await sql<{ area: string; event: string; at: Date; state: string }>`
    SELECT area, event, at, state FROM area_notice WHERE readers @> ARRAY[${id}::integer]
    ORDER BY at, area`.execute(kysely);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
};

const readReader = async (
  kysely: Kysely<Schema>,
  id: number,
  { clientIds }: Pick<ExportRequest, 'clientIds'>,
  { scope }: Session,
): Promise<ReaderData> => {
  const { rows } = await sql<{ values: Values; email: string | null; is_excluded: boolean }>`
    SELECT to_jsonb(r) - ARRAY['country_id', 'organisation_id', 'personas'] || jsonb_build_object(
        'country', (SELECT c.name FROM country AS c WHERE c.id = r.country_id),
        'organization', (SELECT o.name FROM organisation AS o WHERE o.id = r.organisation_id),
        'personas', ARRAY(SELECT p.name FROM persona AS p WHERE p.id = ANY(r.personas) ORDER BY 1)) AS values,
      r.email, EXISTS (SELECT FROM excluded_email AS x WHERE x.email = lower(r.email)) AS is_excluded
    FROM reader AS r WHERE r.id = ${id}::integer`.execute(kysely);
  const [reader] = rows;
  if (!reader) throw invalidInput('readerIds', unknownReadersMessage);
  const { rows: keys } = await sql<{ clientId: number; id: number }>`
    SELECT client_id AS "clientId", id FROM engagement
    WHERE reader_id = ${id}::integer AND client_id IN ${clientsWithActivities}
      AND ${isOfChosen('client_id', clientIds)}
    ORDER BY occurred_at, client_id, id`.execute(kysely);
  const activities = await readActivities(kysely, keys);
  const viewer = { scope, blinded: false };
  const registrant = { email: reader.email, clientIds };
  return {
    reader: reader.values,
    activities: activities.map((row) => ({ ...activityView(row, viewer) })),
    webinars: await readRegistrations(kysely, 'webinar_registrant', registrant),
    events: await readRegistrations(kysely, 'event_registrant', registrant),
    newsletters: await readRegistrations(kysely, 'newsletter_recipient', registrant),
    isExcluded: reader.is_excluded,
    areas: await readNotices(kysely, id),
  };
};

const formatValue = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(formatValue).join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return String(value);
};

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** 'first_name' and 'firstName' are both 'FIRST NAME'. */
const buildLabel = (key: string): string => auditFieldName(key).replaceAll('_', ' ').toUpperCase();

const listFields = (values: Values): SheetField[] =>
  Object.entries(values)
    .filter(([, value]) => !isEmpty(value))
    .map(([key, value]) => ({
      label: buildLabel(key),
      lines: formatValue(value)
        .split('\n')
        .map((text) => ({ text })),
    }));

const listGroups = (title: string, all: readonly Values[]): FormSheetGroup[] =>
  all.map((values, index) => ({ title: `${title} ${index + 1}`, fields: listFields(values) }));

/** What an activity repeats of its reader stands once. */
const readerValues = new Set([
  'userId',
  'firstName',
  'lastName',
  'fullName',
  'email',
  'emailUrl',
  'phone',
  'address',
  'city',
  'state',
  'formattedAddr',
  'linkedIn',
]);

const omitReader = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !readerValues.has(key)));

const drawReader = (data: ReaderData): FormSheetPart => ({
  title: `Reader ${formatValue(data.reader['id'])}`,
  fields: listFields({ ...data.reader, laterActivitiesAreRejected: data.isExcluded }),
  groups: [
    ...listGroups('Activity', data.activities.map(omitReader)),
    ...listGroups('Webinar', data.webinars),
    ...listGroups('Event', data.events),
    ...listGroups('Newsletter', data.newsletters),
    ...listGroups('Area', data.areas),
  ],
});

/**
 * All that is stored about readers, as a file; of restricted ones with what is sealed.
 * @throws AppError 400 for an unknown reader or client, and for clients that know nothing of the readers; 409 if no key opens what is sealed
 */
export const exportReaders = async (
  parts: Parts,
  request: ExportRequest,
  session: Session,
): Promise<FileResponse> => {
  const { audit, config, db, jobs } = parts;
  const { readerIds, reference, format, clientIds } = request;
  const readers = await readUnrestricted(parts, readerIds, async (kysely) => {
    const found: ReaderData[] = [];
    for (const id of readerIds) found.push(await readReader(kysely, id, request, session));
    if (clientIds) await checkKnowing(kysely, readerIds, clientIds);
    return found;
  });
  const at = jobs.clock();
  await db.transaction(async (trx) => {
    await trx
      .insertInto('personal_data_request')
      .values({
        at,
        kind: 'export',
        user_id: session.user.id,
        reference,
        readers: [...readerIds],
        clients: clientIds ? [...clientIds] : null,
      })
      .execute();
    await audit.record(
      {
        action: 'personal-data.export',
        ...auditedIdentities(session),
        detail: { readers: readerIds, ...(clientIds ? { clients: clientIds } : {}), reference, format },
      },
      trx,
    );
  });
  const name = `Personal_Data_${readerIds.join('_')}`.slice(0, 100);
  if (format === 'json') {
    const content = JSON.stringify({ exportedAt: at.toISOString(), readers }, null, 2);
    // Not as JSON: that is how answers are sent, which the browser would read instead of saving them.
    return { name: `${name}.json`, content: Buffer.from(content) };
  }
  const content = await writeFormSheet({
    title: 'Personal data',
    date: sheetDate(at.toISOString()),
    parts: readers.map(drawReader),
    help: readHelp(config),
  });
  return { name: `${name}.pdf`, mediaType: pdfMediaType, content };
};
