import type { Alert, AlertType, CallKey } from '@readerlens/contract';
import type { Database } from '../../../platform/db/index.ts';
import type { UserRow } from '../../../people/tables.ts';
import { addUser, testApi } from '../../../platform/testing/index.ts';
import type { NewUser, TestResponse } from '../../../platform/testing/index.ts';

export const blinded = { 'x-readerlens-blinded': 'true' };
export const unknownId = '00000000-0000-4000-8000-000000000000';
export const clientsFilter = (...ids: number[]) => ({
  field: 'Clients',
  value: ids.map((id) => ({ id: String(id), name: `Called ${id}` })),
});
export const seriesBehavior = {
  $type: 'SeriesOfActivitiesNotificationBehaviorChangeRequest',
  aggField: 2,
  activityMonths: 1,
  minimumCount: 3,
};
export const weekly = {
  frequency: 'Weekly',
  dayOfWeek: 'Friday',
  timeZone: 'Europe/Berlin',
  activateSchedule: false,
  exportColumns: [{ field: 'email' }],
};

interface Options {
  readonly token?: string;
  readonly headers?: Record<string, string>;
}

/** The API with three clients and people who manage alerts, each with a token. Client people have clients 1 and 2. */
export const alertWorld = (db: () => Database) => {
  const api = testApi({}, {}, db);
  let owner: UserRow;
  let token = '';
  let count = 0;

  const addPerson = async (columns: NewUser = {}, clientIds: readonly number[] = [1, 2]) => {
    count += 1;
    const user = await addUser(db(), {
      role: 'Client',
      first_name: `Person${count}`,
      last_name: 'P',
      notification_claim_level: 'Basic',
      view_notifications: true,
      ...columns,
    });
    if (clientIds.length > 0)
      await db()
        .kysely.insertInto('user_client')
        .values(clientIds.map((client_id) => ({ user_id: user.id, client_id })))
        .execute();
    return { user, token: await api().tokenFor(user) };
  };

  beforeAll(async () => {
    const names = ['Norvane Filtration', 'Aurelis', 'Foreign'];
    await db()
      .kysely.insertInto('client')
      .values(names.map((name, index) => ({ id: index + 1, name })))
      .execute();
  });
  beforeEach(async () => {
    ({ user: owner, token } = await addPerson());
  });

  const call = (key: CallKey, id: string, body?: object, options: Options = {}): Promise<TestResponse> =>
    api().call(key, {
      token: options.token ?? token,
      ...(id === '' ? {} : { params: { id } }),
      ...(body ? { body } : {}),
      ...(options.headers ? { headers: options.headers } : {}),
    });
  const done = (answer: TestResponse): Alert => {
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.data as Alert;
  };

  const steps = {
    create: async (type: AlertType, options: Options = {}, name = 'Visits') =>
      (done(await call('POST /api/notification', '', { name, type }, options)) as { id: string }).id,
    filters: (id: string, body: object = {}, options: Options = {}) =>
      call(
        'PUT /api/notification/{id}/filters',
        id,
        { filters: [clientsFilter(1)], indices: ['Engagement'], ...body },
        options,
      ),
    behavior: (id: string, body: object = seriesBehavior, options: Options = {}) =>
      call('PUT /api/notification/{id}/behavior-change', id, body, options),
    targets: (id: string, users: readonly UserRow[] = [owner], options: Options = {}) =>
      call(
        'PUT /api/notification/{id}/targets',
        id,
        { targets: users.map((user) => ({ userId: String(user.id) })) },
        options,
      ),
    frequency: (id: string, body: object = {}, options: Options = {}) =>
      call('PUT /api/notification/{id}/frequency', id, { ...weekly, ...body }, options),
    markCompleted: (id: string, options: Options = {}) =>
      call('GET /api/notification/{id}/mark-as-completed', id, undefined, options),
    activate: (id: string, options: Options = {}) =>
      call('GET /api/notification-schedule/{id}/activate', id, undefined, options),
    deactivate: (id: string, options: Options = {}) =>
      call('GET /api/notification-schedule/{id}/deactivate', id, undefined, options),
    enable: (id: string, options: Options = {}) =>
      call('PUT /api/notification-enable/{id}', id, undefined, options),
    snooze: (id: string, until: string | null, options: Options = {}) =>
      call('PUT /api/notification-snooze/{id}', id, { until }, options),
    read: (id: string, options: Options = {}) => call('GET /api/notification/{id}', id, undefined, options),
    remove: (id: string, options: Options = {}) =>
      call('DELETE /api/notification/{id}', id, undefined, options),
    search: (body: object = {}, options: Options = {}) =>
      call('POST /api/notifications/search', '', body, options),
  };

  /** A complete alert with the given recipients. */
  const complete = async (
    users?: readonly UserRow[],
    type: AlertType = 'SeriesOfActivitiesNotification',
    options: Options = {},
  ): Promise<string> => {
    const id = await steps.create(type, options);
    done(await steps.filters(id, {}, options));
    if (type === 'SeriesOfActivitiesNotification') done(await steps.behavior(id, seriesBehavior, options));
    done(await steps.targets(id, users, options));
    done(await steps.frequency(id, {}, options));
    done(await steps.markCompleted(id, options));
    return id;
  };

  return { api, ...steps, call, done, complete, addPerson, owner: () => owner, token: () => token };
};
