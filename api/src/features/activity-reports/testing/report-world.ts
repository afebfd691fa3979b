import type { ActivityReportConfig } from '@readerlens/contract';
import type { Database } from '../../../platform/db/index.ts';
import type { UserRow } from '../../../people/tables.ts';
import { addUser, testApi } from '../../../platform/testing/index.ts';
import type { NewUser, TestResponse } from '../../../platform/testing/index.ts';

export const unknownId = '00000000-0000-4000-8000-000000000000';
export const blinded = { 'x-readerlens-blinded': 'true' };

export const clientsFilter = (...ids: number[]) => ({
  field: 'Clients',
  value: ids.map((id) => ({ id: String(id), name: `Called ${id}` })),
});

type Headers = Record<string, string>;
interface As {
  readonly token?: string;
  readonly headers?: Headers;
}

/** The API with three clients, of which the owner of the reports has the first two, and people of other roles. */
export const reportWorld = (db: () => Database) => {
  const api = testApi({}, {}, db);
  let owner: UserRow;
  const tokens = { owner: '', other: '', internal: '', admin: '' };

  const addClientUser = async (columns: NewUser = {}, clientIds = [1, 2]): Promise<UserRow> => {
    const added = await addUser(db(), {
      role: 'Client',
      first_name: 'Clio',
      last_name: 'Castor',
      ...columns,
    });
    await db()
      .kysely.insertInto('user_client')
      .values(clientIds.map((client_id) => ({ user_id: added.id, client_id })))
      .execute();
    return added;
  };

  beforeAll(async () => {
    const names = ['Norvane Filtration', 'Aurelis', 'Foreign'];
    await db()
      .kysely.insertInto('client')
      .values(names.map((name, index) => ({ id: index + 1, name })))
      .execute();
    tokens.other = await api().tokenFor(await addClientUser());
    tokens.internal = await api().tokenFor(await addUser(db(), { role: 'Internal' }));
    tokens.admin = await api().tokenFor(await addUser(db(), { role: 'Admin' }));
  });
  beforeEach(async () => {
    owner = await addClientUser();
    tokens.owner = await api().tokenFor(owner);
  });

  const buildBody = (body: object) => ({
    userId: String(owner.id),
    email: 'contact@norvane.example',
    firstName: 'Nora',
    lastName: 'Vane',
    companyId: '1',
    reportType: 2,
    sendDays: ['M', 'TH'],
    timeZone: 'Europe/Berlin',
    filters: [],
    indices: ['Engagement'],
    ...body,
  });
  const withToken = ({ token = tokens.owner, headers = {} }: As) => ({ token, headers });
  // The test says what the data is.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  const done = <T>({ status, body }: TestResponse): T => {
    if (status !== 200) throw new Error(`${status} ${body.message}`);
    return body.data as T;
  };

  const post = (body: object = {}, as: As = {}) =>
    api().call('POST /api/activity-report-config', { ...withToken(as), body: buildBody(body) });

  return {
    api,
    owner: () => owner,
    /** After a session's lifetime. */
    signInAgain: async () => {
      tokens.owner = await api().tokenFor(owner);
    },
    tokens: () => tokens,
    addClientUser,
    done,
    post,
    created: async (body: object = {}, as: As = {}) => done<ActivityReportConfig>(await post(body, as)),
    patch: (id: string, body: object = {}, as: As = {}) =>
      api().call('PATCH /api/activity-report-config/{id}', {
        ...withToken(as),
        params: { id },
        body: buildBody(body),
      }),
    read: (id: string, as: As = {}) =>
      api().call('GET /api/activity-report-config/{id}', { ...withToken(as), params: { id } }),
    remove: (id: string, as: As = {}) =>
      api().call('DELETE /api/activity-report-config/{id}', { ...withToken(as), params: { id } }),
    list: (query: Headers = {}, as: As = {}) =>
      api().call('GET /api/activity-report-configs/user/{userId}', {
        ...withToken(as),
        params: { userId: String(owner.id) },
        query,
      }),
    sendNow: (id: string, as: As = {}) =>
      api().call('POST /api/activity-report-config/{id}/send-now', { ...withToken(as), params: { id } }),
    runs: (query: Headers = {}, as: As = {}) =>
      api().call('GET /api/activity-reports', { ...withToken(as), query }),
    run: (configId: string, reportId: string, as: As = {}) =>
      api().call('GET /api/activity-report/{configId}/{reportId}', {
        ...withToken(as),
        params: { configId, reportId },
      }),
    activities: (configId: string, reportId: string, as: As = {}) =>
      api().call('GET /api/activity-report/{configId}/{reportId}/activities', {
        ...withToken(as),
        params: { configId, reportId },
      }),
    configRow: (id: string) =>
      db()
        .kysely.selectFrom('activity_report_config')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    schedule: (id: string) =>
      db()
        .kysely.selectFrom('schedule')
        .select(['rule', 'time_zone', 'is_active', 'client_id', 'next_slot_key'])
        .where('kind', '=', 'activity-report')
        .where('owner_id', '=', id)
        .executeTakeFirst(),
  };
};
