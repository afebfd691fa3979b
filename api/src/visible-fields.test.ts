import { calls } from '@readerlens/contract';
import type { CallKey } from '@readerlens/contract';
import { exportColumns, searchSortFields } from '@readerlens/contract/explorer';
import { maySeeValue, shownValues } from '@readerlens/filters/model';
import { parseActivityId } from './activities/activity-key.ts';
import { readActivities } from './activities/activity-rows.ts';
import { activityView } from './activities/activity-view.ts';
import { activityWorld } from './activities/testing/activity-world.ts';
import {
  isGranted,
  maySee,
  premium,
  restricted,
  seesActivities,
  users,
  usersInTurn,
} from './activities/testing/entitled-users.ts';
import type { User } from './activities/testing/entitled-users.ts';
import { fileText } from './activities/testing/file-text.ts';
import { outputs, silent, silentDomain } from './activities/testing/outputs.ts';
import {
  grantedColumns,
  isColumnGranted,
  ofClient,
  pickFields,
} from './activities/testing/outputs/output.ts';
import type { Asker, Parts } from './activities/testing/outputs/output.ts';
import { planted, plantActivity } from './activities/testing/planted-activity.ts';
import type { PlantedActivity, PlantedField } from './activities/testing/planted-activity.ts';
import { testDatabase } from './platform/testing/index.ts';
import { storeThings } from './testing/stored-things.ts';

const db = testDatabase();
const world = activityWorld(db);
let activity: PlantedActivity;
const askers = new Map<User, Asker & { token: string }>();

const defined = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('Missing.');
  return value;
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
    const grants = {
      view_notifications: true,
      notification_claim_level: 'Basic',
      access_marketing_performance: true,
    } as const;
    const token = await world().tokenOf({ ...user.columns, ...entitled, ...grants });
    const { body } = await world().call('GET /api/session', { token });
    const { id } = body.data as { id: string };
    const stored = await storeThings({ db: db(), services: world().services, activity }, Number(id));
    askers.set(user, { user, userId: id, ...stored, activity, token });
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
    const granted = fields.filter(
      (field) => field.comesWith === undefined && (field.accessLevel !== 'Basic' || field.restricted),
    );
    expect(granted.map(({ field }) => field).sort()).toEqual([...restricted].sort());
  });

  it('every attribute of an activity', async () => {
    const [row] = await readActivities(db().kysely, [defined(parseActivityId(activity.id))]);
    const view = activityView(defined(row), { blinded: false, scope: { searchFields: new Set() } });
    expect(shownValues).toEqual(expect.arrayContaining(Object.keys(view)));
  });

  it('every order of the list: it shows only what everyone may see', () => {
    for (const field of searchSortFields) expect(maySeeValue(field, new Set())).toBe(true);
  });
});

describe.each(usersInTurn.map((user) => [user.name, user] as const))('%s', (_, user) => {
  it.each(outputs.map((output, index) => [output.call, index] as const))(
    'sees exactly what they may see in %s (%#)',
    async (call, index) => {
      const {
        shows,
        own,
        repeats,
        filters,
        isLookup,
        access = () => true,
        parts,
        read,
      } = defined(outputs[index]);
      const { text } = await send(call, user, parts(defined(askers.get(user))));
      const rule = isLookup ? isGranted : maySee;
      const mayHave = (field: PlantedField) =>
        own?.includes(field) ||
        (filters?.includes(field) && isGranted(field, user)) ||
        (access(user) && (repeats?.includes(field) || rule(field, user)));
      const expected = shows.filter(mayHave);
      expect(fieldsIn(read ? await read(db()) : text).sort()).toEqual(expected.toSorted());
    },
  );

  it('is refused every column that they may not see, by name, and not offered it', async () => {
    const asker = defined(askers.get(user));
    const body = { filters: ofClient(asker), columns: pickFields(exportColumns), format: 'csv' };
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
    expect(pickFields(data)).toEqual(grantedColumns(user));
  });

  it('finds activities only by values that they may see', async () => {
    const filters = ofClient(defined(askers.get(user)));
    const readCount = async (body: object) => {
      const { text } = await send('POST /api/analytics/search', user, { body: { filters, ...body } });
      return (JSON.parse(text) as { total: number }).total;
    };
    const visible = seesActivities(user) ? 1 : 0;
    for (const field of ['FirstName', 'LastName', 'ReaderCompany', 'DocumentTitle'] as const)
      expect(await readCount({ query: planted[field] })).toBe(visible);
    for (const field of ['AnalystTags', ...premium] as const) {
      expect(await readCount({ query: planted[field] })).toBe(0);
      const other =
        field === 'Revenue' ? { op: 'Equals', value: 1 } : { op: 'Contains', value: [{ id: '999' }] };
      // A filter on a field that the user may not search by is ignored.
      const expected = isGranted(field, user) ? 0 : visible;
      expect(await readCount({ filters: [...filters, { field, ...other }] })).toBe(expected);
    }
  });
});
