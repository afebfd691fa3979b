import { randomUUID } from 'node:crypto';
import { exportColumns } from '@readerlens/contract/explorer';
import { termsFilter } from '@readerlens/filters/model';
import { parseActivityId } from '../activities/activity-key.ts';
import { dayBefore } from '../activities/testing/activity-world.ts';
import type { AskedReport, Asker } from '../activities/testing/outputs/output.ts';
import { planted } from '../activities/testing/planted-activity.ts';
import type { PlantedActivity } from '../activities/testing/planted-activity.ts';
import type { Services } from '../people/services.ts';
import { createReportLinks } from '../features/activity-reports/report-mail.ts';
import { storeConfig, storeReportRun } from '../features/activity-reports/testing/stored-reports.ts';
import { storeRun } from '../features/alerts/testing/stored-runs.ts';
import type { Database } from '../platform/db/index.ts';
import { deliverByMail } from '../platform/mail/deliveries.ts';

const parseKey = ({ id }: PlantedActivity) => {
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

/** A private list with the organization of the activity. Returns its id. */
const storeList = async (
  { db: { kysely }, activity: { clientId, organisationId } }: Place,
  owner_id: number,
): Promise<string> => {
  const { id } = await kysely
    .insertInto('account_list')
    .values({ client_id: clientId, owner_id, name: 'Own' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto('account_list_organisation')
    .values({ client_id: clientId, list_id: id, organisation_id: organisationId })
    .execute();
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
      subject_reader_id: activity.readerId,
      export_columns: exportColumns.map(({ field }) => field),
      last_step: 6,
      is_complete: true,
      created_by: owner_id,
      updated_by: owner_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const key = parseKey(activity);
  const matches = { client_ids: [activity.clientId], client_matches: [1] };
  const runId = await storeRun(db, {
    alertId,
    slot: dayBefore(0),
    rule: { type: 'SpecificActivityNotification' },
    recipients: { [owner_id]: matches },
    activities: [key],
    lists: [{ client_id: activity.clientId, owner_id }],
    values: {
      // Only the run has the tag: without the right to it, the alert would be disabled.
      filters: JSON.stringify([
        termsFilter('Clients', [{ id: String(activity.clientId), name: planted.Clients }]),
        termsFilter('AnalystTags', [{ id: String(activity.tagId), name: planted.AnalystTags }]),
      ]),
      indices: ['CustomerRequest'],
      subject_reader_id: activity.readerId,
      export_columns: exportColumns.map(({ field }) => field),
    },
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
  const key = parseKey(activity);
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
    deliverByMail(services, trx, [{ ...mail, run, kind: 'report', sender: null, clientId: null }]),
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

/** An onboarding form with a contact, a content item and files that do not exist, and one from which its client was set up. */
const storeOnboarding = async ({ db, activity }: Place, user_id: number) => {
  const { kysely } = db;
  const now = new Date();
  const client_id = activity.clientId;
  const values = {
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
  };
  const { id: formId } = await kysely
    .insertInto('onboarding_form')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: setUpFormId } = await kysely
    .insertInto('onboarding_form')
    .values({
      ...values,
      // The form of its person is the latest.
      sent_at: new Date(now.getTime() - 86_400_000),
      submitted_at: now,
      client_set_up_at: now,
      client_set_up_by: user_id,
      client_setup: JSON.stringify({ clientId: client_id, fields: ['phone'], accounts: [], reports: [] }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto('client_profile')
    .values({ client_id, updated_at: now, updated_by: user_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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
  await kysely
    .insertInto('onboarding_new_logo')
    .values({ ...of, user_id, name: 'x', size: 1, file_id: randomUUID(), created_at: now })
    .execute();
  return { formId, setUpFormId, contentId, uploadId, fileId, logoId };
};

/** A matched deal of the planted client, the upload that changed it, and an account that was matched by hand. */
const storeOpportunities = async ({ db, activity }: Place, user_id: number) => {
  const { kysely } = db;
  const client_id = activity.clientId;
  const { id: uploadId } = await kysely
    .insertInto('marketing_upload')
    .values({
      client_id,
      kind: 'opportunities',
      user_id,
      at: new Date(),
      file_name: 'x',
      mode: 'merge',
      rows: 1,
      added: 1,
      changed: 0,
      unchanged: 0,
      removed: 0,
      refused: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto('marketing_upload_change')
    .values({ upload_id: uploadId, client_id, external_id: 'x', before: null, after: '{"Account":"x"}' })
    .execute();
  const { id } = await kysely
    .insertInto('opportunity')
    .values({
      client_id,
      external_id: randomUUID(),
      name: 'x',
      account: 'x',
      domain: 'x.example',
      stage: 'x',
      created_on: dayBefore(1),
      organisation_id: activity.organisationId,
      match: 'name',
      upload_id: uploadId,
      closed_on: null,
      cents: 100,
      currency: 'EUR',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto('influence_watch')
    .values({ client_id, owner_id: user_id, compared_on: null, created_at: new Date(), deleted_at: null })
    // Things of several people can be those of one client.
    .onConflict((existing) => existing.column('client_id').doNothing())
    .execute();
  await kysely
    .insertInto('opportunity_influence')
    .values({ opportunity_id: id, client_id, influence: 'assisted' })
    .execute();
  return { uploadId, dealId: String(id) };
};

/** The reader of the activity at a webinar, at an event and among the recipients of an issue. */
const storeTactics = async ({ db, activity }: Place, upload_id: string): Promise<void> => {
  const { kysely } = db;
  const row = {
    client_id: activity.clientId,
    external_id: randomUUID(),
    title: 'x',
    email: 'x@x.example',
    reader_id: activity.readerId,
    upload_id,
  };
  const day = dayBefore(1);
  await kysely
    .insertInto('webinar_registrant')
    .values({
      ...row,
      webinar: 'x',
      held_on: day,
      duration_minutes: 60,
      registered_on: day,
      attended: true,
      live_minutes: 30,
      on_demand_minutes: 0,
      questions: 1,
      polls: 1,
      surveys: 1,
      resources: 1,
      document_id: null,
    })
    .execute();
  await kysely
    .insertInto('event_registrant')
    .values({ ...row, event: 'x', starts_on: day, registered_on: day, attended: true, sessions: ['x'] })
    .execute();
  await kysely
    .insertInto('newsletter_recipient')
    .values({
      ...row,
      issue: 'x',
      sent_at: new Date(`${day}T00:00:00Z`),
      delivered: 1,
      opened: 1,
      clicked: 1,
      link: 'https://x.example',
      clicked_at: new Date(`${day}T01:00:00Z`),
    })
    .execute();
};

/** A page about the planted client that the user gets by mail. */
const storePageMail = async ({ db, activity }: Place, owner_id: number): Promise<string> => {
  const filters = [
    termsFilter('Clients', [{ id: String(activity.clientId), name: planted.Clients }]),
    termsFilter('AnalystTags', [{ id: String(activity.tagId), name: planted.AnalystTags }]),
  ];
  const { id } = await db.kysely
    .insertInto('page_mail')
    .values({
      owner_id,
      page: 'contentInsights',
      filters: JSON.stringify(filters),
      activity_types: [],
      choice: '{}',
      sends_on: 'Monday',
      time_zone: 'UTC',
      created_at: new Date(),
      updated_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export type StoredThings = Pick<Asker, 'listId' | 'searchId' | 'alertId' | 'runId' | 'report'> & {
  readonly onboarding: Awaited<ReturnType<typeof storeOnboarding>>;
  readonly opportunities: Awaited<ReturnType<typeof storeOpportunities>>;
  readonly pageMailId: string;
};

/** What a user stored about the planted activity while they were entitled to everything. */
export const storeThings = async (place: Place, userId: number): Promise<StoredThings> => {
  const opportunities = await storeOpportunities(place, userId);
  await storeTactics(place, opportunities.uploadId);
  return {
    listId: await storeList(place, userId),
    searchId: await storeSearch(place, userId),
    ...(await storeAlert(place, userId)),
    report: await storeReports(place, userId),
    onboarding: await storeOnboarding(place, userId),
    opportunities,
    pageMailId: await storePageMail(place, userId),
  };
};
