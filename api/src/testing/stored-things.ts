import { randomUUID } from 'node:crypto';
import { exportColumns } from '@readerlens/contract/explorer';
import { termsFilter } from '@readerlens/filters/model';
import { parseActivityId } from '../activities/activity-key.ts';
import { dayBefore } from '../activities/testing/activity-world.ts';
import type { AskedReport, Asker } from '../activities/testing/outputs.ts';
import { planted } from '../activities/testing/planted-activity.ts';
import type { PlantedActivity } from '../activities/testing/planted-activity.ts';
import type { Services } from '../people/services.ts';
import { createReportLinks } from '../features/activity-reports/report-links.ts';
import { storeConfig, storeReportRun } from '../features/activity-reports/testing/stored-reports.ts';
import { storeRun } from '../features/alerts/testing/stored-runs.ts';
import type { Database } from '../platform/db/index.ts';
import { deliverByMail } from '../platform/mail/deliveries.ts';

const keyOf = ({ id }: PlantedActivity) => {
  const key = parseActivityId(id);
  if (key === undefined) throw new Error(`'${id}' is not the id of an activity.`);
  return key;
};

interface Place {
  readonly db: Database;
  readonly services: Services;
  readonly activity: PlantedActivity;
}

/** Default filters, columns and a saved search. Returns the id of the search. */
const storeSearch = async ({ db, activity }: Place, user_id: number): Promise<string> => {
  const { kysely } = db;
  const terms = (field: 'AnalystTags' | 'Clients', id: number) =>
    termsFilter(field, [{ id: String(id), name: planted[field] }]);
  const filters = JSON.stringify([terms('Clients', activity.clientId), terms('AnalystTags', activity.tagId)]);
  const fields = exportColumns.map(({ field }) => field);
  await kysely
    .insertInto('user_export_columns')
    .values({ user_id, fields, updated_at: new Date() })
    .execute();
  await kysely.insertInto('default_filters').values({ user_id, filters, indices: [] }).execute();
  const { id } = await kysely
    .insertInto('saved_search')
    .values({
      user_id,
      name: 'Own',
      description: '',
      filters,
      indices: [],
      created_by: user_id,
      updated_by: user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** A zone in which it is noon, so that the slot of today has passed. */
const zoneAtNoon = (): string => {
  const hours = 12 - new Date().getUTCHours();
  return hours < 0 ? `Etc/GMT+${-hours}` : `Etc/GMT-${hours}`;
};

/** A run that reported the activity. */
const storeAlert = async ({ db, activity }: Place, owner_id: number) => {
  const { id: alertId } = await db.kysely
    .insertInto('alert')
    .values({
      owner_id,
      type: 'SpecificActivityNotification',
      name: 'Own',
      filters: JSON.stringify([termsFilter('Clients', [{ id: String(activity.clientId) }])]),
      indices: ['CustomerRequest'],
      frequency: 'Daily',
      day_of_week: 'Monday',
      day_of_month: 'First',
      time_zone: zoneAtNoon(),
      export_columns: exportColumns.map(({ field }) => field),
      last_step: 6,
      is_complete: true,
      created_by: owner_id,
      updated_by: owner_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const key = keyOf(activity);
  const matches = { client_ids: [activity.clientId], client_matches: [1] };
  const runId = await storeRun(db, {
    alertId,
    slot: dayBefore(0),
    rule: { type: 'SpecificActivityNotification' },
    recipients: { [owner_id]: matches },
    activities: [key],
    values: { export_columns: exportColumns.map(({ field }) => field) },
  });
  return { alertId, runId };
};

/** Reports about the activity: one that comes next, and one whose run has sent a mail about it. */
const storeReports = async ({ db, services, activity }: Place, owner_id: number): Promise<AskedReport> => {
  const now = new Date();
  const before = new Date(now.getTime() - 7 * 86_400_000);
  const terms = (field: 'AnalystTags' | 'Clients', id: number) =>
    termsFilter(field, [{ id: String(id), name: planted[field] }]);
  const clients = [terms('Clients', activity.clientId)];
  const key = keyOf(activity);
  const values = {
    owner_id,
    now,
    client_id: activity.clientId,
    report_type: 1,
    indices: ['CustomerRequest'],
  } as const;
  const config = (filters: object[]) =>
    storeConfig(db, {
      ...values,
      indices: [...values.indices],
      available_from: before,
      filters: JSON.stringify(filters),
    });
  const nextId = await config(clients);
  const configId = await config([...clients, terms('AnalystTags', activity.tagId)]);
  const reportId = await storeReportRun(db, {
    ...values,
    indices: [...values.indices],
    config_id: configId,
    filters: JSON.stringify([...clients, terms('AnalystTags', activity.tagId)]),
    total: 1,
    client_ids: [activity.clientId],
    client_counts: [1],
  });
  await db.kysely
    .insertInto('activity_report_activity')
    .values({ config_id: configId, client_id: key.clientId, activity_id: key.id, run_id: reportId })
    .execute();
  const subject = `Customer Request from ${planted.Onlines}`;
  const mail = { to: 'contact@x.example', subject, text: '', html: '', item: activity.id };
  const run = { id: reportId, clientId: activity.clientId };
  await db.transaction((trx) =>
    deliverByMail(services, trx, [{ ...mail, run, kind: 'report', sender: null }]),
  );
  const { id: deliveryId } = await db.kysely
    .selectFrom('delivery')
    .select('id')
    .where('run_id', '=', reportId)
    .executeTakeFirstOrThrow();
  const links = createReportLinks(services.secrets);
  const token = links.sign({ runId: reportId, activity: key }, now);
  return { nextId, configId, reportId, deliveryId, token };
};

/** An onboarding form with a contact, a content item and files that do not exist. */
const storeOnboarding = async ({ db, activity }: Place, user_id: number) => {
  const { kysely } = db;
  const now = new Date();
  const client_id = activity.clientId;
  const { id: formId } = await kysely
    .insertInto('onboarding_form')
    .values({
      client_id,
      user_id,
      name: 'x',
      email: 'x@x.example',
      sent_from_name: 'Readerlens Weekly',
      sender_email: 'x@x.example',
      sent_at: now,
      expires_at: new Date(now.getTime() + 90 * 86_400_000),
      general: '{}',
      company: '{}',
      content_info: '{}',
      created_at: now,
      created_by: user_id,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const of = { form_id: formId, client_id };
  await kysely
    .insertInto('onboarding_contact')
    .values({ ...of, position: 0, first_name: 'x', last_name: 'x', email: 'x' })
    .execute();
  const { id: contentId } = await kysely
    .insertInto('onboarding_content')
    .values({ ...of, title: 'x', created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: uploadId } = await kysely
    .insertInto('onboarding_upload')
    .values({
      ...of,
      content_id: contentId,
      user_id,
      name: 'x',
      size: 1,
      total_chunks: 1,
      created_at: now,
      last_chunk_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [fileId, logoId] = [randomUUID(), randomUUID()];
  const file = { ...of, name: 'x', media_type: 'image/png', size: 1, created_at: now };
  await kysely
    .insertInto('onboarding_file')
    .values([
      { ...file, id: fileId, content_id: contentId },
      { ...file, id: logoId, content_id: null },
    ])
    .execute();
  return { formId, contentId, uploadId, fileId, logoId };
};

export type StoredThings = Pick<Asker, 'searchId' | 'alertId' | 'runId' | 'report'> & {
  readonly onboarding: Awaited<ReturnType<typeof storeOnboarding>>;
};

/** What a user stored about the planted activity while they were entitled to everything. */
export const storeThings = async (place: Place, userId: number): Promise<StoredThings> => ({
  searchId: await storeSearch(place, userId),
  ...(await storeAlert(place, userId)),
  report: await storeReports(place, userId),
  onboarding: await storeOnboarding(place, userId),
});
