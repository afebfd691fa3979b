import { calls } from '@readerlens/contract';
import type { CallKey } from '@readerlens/contract';
import { exportColumns, searchSortFields } from '@readerlens/contract/explorer';
import { maySeeValue, shownValues, termsFilter } from '@readerlens/filters/model';
import { activityKeyOf } from './core/activities/activity-key.ts';
import { readActivities } from './core/activities/activity-rows.ts';
import { activityView } from './core/activities/activity-view.ts';
import { activityWorld, dayBefore } from './core/activities/testing/activity-world.ts';
import {
  isGranted,
  maySee,
  premium,
  restricted,
  seesActivities,
  users,
} from './core/activities/testing/entitled-users.ts';
import type { User } from './core/activities/testing/entitled-users.ts';
import { fileText } from './core/activities/testing/file-text.ts';
import {
  fieldsOf,
  grantedColumns,
  isColumnGranted,
  ofClient,
  outputs,
  silent,
  silentDomain,
} from './core/activities/testing/outputs.ts';
import type { AskedReport, Asker, Parts } from './core/activities/testing/outputs.ts';
import { planted, plantActivity } from './core/activities/testing/planted-activity.ts';
import type { PlantedActivity, PlantedField } from './core/activities/testing/planted-activity.ts';
import { createReportLinks } from './features/activity-reports/report-links.ts';
import { storeConfig, storeReportRun } from './features/activity-reports/testing/stored-reports.ts';
import { storeRun } from './features/alerts/testing/stored-runs.ts';
import { deliverAllByMail } from './platform/mail/deliveries.ts';
import { testDatabase } from './platform/testing/index.ts';

const db = testDatabase();
const world = activityWorld(db);
let activity: PlantedActivity;
const askers = new Map<User, Asker & { token: string }>();

const defined = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('Missing.');
  return value;
};

/** What the user stored while they were entitled to everything. */
const store = async (user_id: number): Promise<string> => {
  const { kysely } = db();
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
const storeAlert = async (owner_id: number) => {
  const { id: alertId } = await db()
    .kysely.insertInto('alert')
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
  const key = defined(activityKeyOf(activity.id));
  const matches = { client_ids: [activity.clientId], client_matches: [1] };
  const runId = await storeRun(db(), {
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
const storeReports = async (owner_id: number): Promise<AskedReport> => {
  const now = new Date();
  const before = new Date(now.getTime() - 7 * 86_400_000);
  const terms = (field: 'AnalystTags' | 'Clients', id: number) =>
    termsFilter(field, [{ id: String(id), name: planted[field] }]);
  const clients = [terms('Clients', activity.clientId)];
  const key = defined(activityKeyOf(activity.id));
  const values = {
    owner_id,
    now,
    client_id: activity.clientId,
    report_type: 1,
    indices: ['CustomerRequest'],
  } as const;
  const config = (filters: object[]) =>
    storeConfig(db(), {
      ...values,
      indices: [...values.indices],
      available_from: before,
      filters: JSON.stringify(filters),
    });
  const nextId = await config(clients);
  const configId = await config([...clients, terms('AnalystTags', activity.tagId)]);
  const reportId = await storeReportRun(db(), {
    ...values,
    indices: [...values.indices],
    config_id: configId,
    filters: JSON.stringify([...clients, terms('AnalystTags', activity.tagId)]),
    total: 1,
    client_ids: [activity.clientId],
    client_counts: [1],
  });
  await db()
    .kysely.insertInto('activity_report_activity')
    .values({ config_id: configId, client_id: key.clientId, activity_id: key.id, run_id: reportId })
    .execute();
  const subject = `Customer Request from ${planted.Onlines}`;
  const mail = { to: 'contact@x.example', subject, text: '', html: '', item: activity.id };
  const run = { id: reportId, clientId: activity.clientId };
  const { services } = world();
  await db().transaction((trx) => deliverAllByMail(services, trx, run, [mail]));
  const { id: deliveryId } = await db()
    .kysely.selectFrom('delivery')
    .select('id')
    .where('run_id', '=', reportId)
    .executeTakeFirstOrThrow();
  const links = createReportLinks(services.secrets.reportLinkKey);
  const token = links.sign({ runId: reportId, activity: key }, now);
  return { nextId, configId, reportId, deliveryId, token };
};

beforeAll(async () => {
  activity = await plantActivity(db(), world());
  // In the latest slot of the alert.
  await db()
    .kysely.updateTable('engagement')
    .set({ available_at: new Date(Date.now() - 86_400_000) })
    .execute();
  for (const user of users) {
    const entitled = user.isStaff ? {} : { clients: [activity.clientId], communities: [1] };
    const grants = { view_notifications: true, notification_claim_level: 'Basic' } as const;
    const token = await world().tokenOf({ ...user.columns, ...entitled, ...grants });
    const { body } = await world().call('GET /api/session', { token });
    const { id } = body.data as { id: string };
    const searchId = await store(Number(id));
    const stored = { ...(await storeAlert(Number(id))), report: await storeReports(Number(id)) };
    askers.set(user, { user, userId: id, searchId, ...stored, activity, token });
  }
});

const send = async (call: CallKey, user: User, { params = {}, query = {}, body }: Parts) => {
  const [method = '', path = ''] = call.split(' ');
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const { statusCode, headers, rawPayload } = await world().app.inject({
    method: method as 'GET',
    url: `${url}?${new URLSearchParams(query).toString()}`,
    headers: { authorization: `Bearer ${askers.get(user)?.token}` },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  return { status: statusCode, text: await fileText(String(headers['content-type']), rawPayload) };
};

const plantedFields = Object.keys(planted) as PlantedField[];
const fieldsIn = (text: string): PlantedField[] =>
  plantedFields.filter((field) => planted[field] !== null && text.includes(planted[field]));

describe('there is a rule for', () => {
  it('every call', () => {
    const known = [...silent, ...outputs.map(({ call }) => call)];
    const expected = Object.keys(calls).filter((call) => !silentDomain.test(call));
    expect([...new Set(known)].sort()).toEqual(expected.sort());
  });

  it('every field', async () => {
    const { fields } = await world().services.catalogue();
    expect(fields.map(({ field }) => field).sort()).toEqual(plantedFields.toSorted());
    const granted = fields.filter((field) => field.accessLevel !== 'Basic' || field.restricted);
    expect(granted.map(({ field }) => field).sort()).toEqual([...restricted].sort());
  });

  it('every attribute of an activity', async () => {
    const [row] = await readActivities(db().kysely, [defined(activityKeyOf(activity.id))]);
    const view = activityView(defined(row), { blinded: false, scope: { searchFields: new Set() } });
    expect(shownValues).toEqual(expect.arrayContaining(Object.keys(view)));
  });

  it('every order of the list: it shows only what everyone may see', () => {
    for (const field of searchSortFields) expect(maySeeValue(field, new Set())).toBe(true);
  });
});

describe.each(users.map((user) => [user.name, user] as const))('%s', (_, user) => {
  it.each(outputs.map((output, index) => [output.call, index] as const))(
    'sees exactly what they may see in %s (%#)',
    async (call, index) => {
      const { shows, repeats, isLookup, access = () => true, parts, read } = defined(outputs[index]);
      const { text } = await send(call, user, parts(defined(askers.get(user))));
      const rule = isLookup ? isGranted : maySee;
      const mayHave = (field: PlantedField) =>
        access(user) && (repeats?.includes(field) || rule(field, user));
      const expected = shows.filter(mayHave);
      expect(fieldsIn(read ? await read(db()) : text).sort()).toEqual(expected.toSorted());
    },
  );

  it('is refused every column that they may not see, by name, and not offered it', async () => {
    const asker = defined(askers.get(user));
    const body = { filters: ofClient(asker), columns: fieldsOf(exportColumns), format: 'csv' };
    const { status, text } = await send('POST /api/analytics/export', user, { body });
    const refused = exportColumns.flatMap(({ field, label }, index) =>
      isColumnGranted(field, user)
        ? []
        : [
            {
              path: `columns.${index}.field`,
              message: `The export column '${label}' is not available to this user.`,
            },
          ],
    );
    const details = status === 200 ? [] : (JSON.parse(text) as { details: unknown }).details;
    expect([status, details]).toEqual([refused.length > 0 ? 400 : 200, refused]);
    const params = { userId: asker.userId };
    const offered = await send('GET /api/default-columns/{userId}', user, { params });
    const { data } = JSON.parse(offered.text) as { data: { field: string }[] };
    expect(fieldsOf(data)).toEqual(grantedColumns(user));
  });

  it('finds activities only by values that they may see', async () => {
    const filters = ofClient(defined(askers.get(user)));
    const countOf = async (body: object) => {
      const { text } = await send('POST /api/analytics/search', user, { body: { filters, ...body } });
      return (JSON.parse(text) as { total: number }).total;
    };
    const visible = seesActivities(user) ? 1 : 0;
    for (const field of ['FirstName', 'LastName', 'ReaderCompany', 'DocumentTitle'] as const)
      expect(await countOf({ query: planted[field] })).toBe(visible);
    for (const field of ['AnalystTags', ...premium] as const) {
      expect(await countOf({ query: planted[field] })).toBe(0);
      const other =
        field === 'Revenue' ? { op: 'Equals', value: 1 } : { op: 'Contains', value: [{ id: '999' }] };
      // A filter on a field that the user may not search by is ignored.
      const expected = isGranted(field, user) ? 0 : visible;
      expect(await countOf({ filters: [...filters, { field, ...other }] })).toBe(expected);
    }
  });
});
