// A valid input for each call of the contract, in a world that has what it names.
import { calls } from '@readerlens/contract';
import type { CallKey } from '@readerlens/contract';
import { activityWorld, dayBefore } from '../activities/testing/activity-world.ts';
import type { Entitled } from '../activities/testing/activity-world.ts';
import { fileText } from '../activities/testing/file-text.ts';
import { outputs } from '../activities/testing/outputs.ts';
import { ofClient } from '../activities/testing/outputs/output.ts';
import type { Asker, Parts } from '../activities/testing/outputs/output.ts';
import { planted, plantActivity } from '../activities/testing/planted-activity.ts';
import { storeChannel } from '../features/webhooks/testing/stored-channel.ts';
import type { Database } from '../platform/db/index.ts';
import { addUser } from '../platform/testing/index.ts';
import { storeThings } from './stored-things.ts';
import type { StoredThings } from './stored-things.ts';

/** Calls about sessions, areas, their deploys and canaries, and files by a token. */
const otherDomain = /^[A-Z]+ \/api\/(areas|auth|canaries|deploy-tokens|deploys|files|log|permalinks)(\/|$)/;

/** The other calls, deletes last. */
export const askedCalls = (Object.keys(calls) as CallKey[])
  .filter((call) => !otherDomain.test(call))
  .toSorted((a, b) => Number(a.startsWith('DELETE')) - Number(b.startsWith('DELETE')));

export interface CallWorld {
  /** At least one; each as the API takes it, if what the call needs can exist here. */
  readonly listInputs: (call: CallKey) => Parts[];
  /** The parameters of the path of the call, as it is sent. */
  readonly fillParams: (call: CallKey, input: Parts) => Record<string, string>;
  /** Creates a person. Returns the header that identifies them; a colleague has the client of the activity. */
  readonly addPerson: (user: Entitled, isColleague: boolean) => Promise<{ authorization: string }>;
  /** Sends it as a person of the highest role, who owns the things, or as the person whom `headers` identify. */
  readonly send: (
    call: CallKey,
    input: Parts,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<{ status: number; text: string }>;
}

/** Once the hooks have run, each planted activity, alert, report, search, note and account exists. */
export const callWorld = (db: () => Database): CallWorld => {
  const world = activityWorld(db);
  let asker: Asker & StoredThings;
  let other: string;
  let note: string;
  let token: string;
  let channelId: string;

  beforeAll(async () => {
    const activity = await plantActivity(db(), world());
    const { kysely } = db();
    await kysely
      .updateTable('engagement')
      .set({ available_at: new Date(Date.now() - 86_400_000) })
      .execute();
    const columns = {
      role: 'SystemAdmin',
      review_activities: true,
      view_notifications: true,
      access_marketing_performance: true,
      notification_claim_level: 'Admin',
      activity_fields: ['AnalystTags', 'AnalystTagsExist'],
    } as const;
    token = await world().tokenOf({ ...columns, activity_fields: [...columns.activity_fields] });
    const { body } = await world().call('GET /api/session', { token });
    const { id: userId } = body.data as { id: string };
    const stored = await storeThings({ db: db(), services: world().services, activity }, Number(userId));
    asker = {
      user: { name: 'staff', isStaff: true, columns: { role: 'SystemAdmin' } },
      userId,
      ...stored,
      activity,
    };
    await kysely.updateTable('client').set({ early_access: true }).execute();
    const colleague = await addUser(db(), { role: 'Client', email: 'colleague@zwmaildomain.example' });
    other = String(colleague.id);
    await kysely
      .insertInto('user_client')
      .values({ user_id: colleague.id, client_id: activity.clientId })
      .execute();
    const { id } = await kysely
      .insertInto('annotation')
      .values({ client_id: activity.clientId, day: dayBefore(1), text: 'x', author_id: Number(userId) })
      .returning('id')
      .executeTakeFirstOrThrow();
    note = String(id);
    channelId = await storeChannel(db(), world().services, {
      clientId: activity.clientId,
      url: 'https://hooks.slack.com/x',
    });
    await kysely
      .insertInto('client_webhook')
      .values({
        client_id: activity.clientId,
        secret: null,
        secret_created_at: null,
        previous_secret: null,
        previous_until: null,
        updated_at: new Date(),
        updated_by: null,
      })
      .execute();
  });

  const params = (call: CallKey): Record<string, string> => {
    const { userId, searchId, alertId, report, activity, onboarding, opportunities, pageMailId, listId } =
      asker;
    const ids: [RegExp, string][] = [
      [/\/(manage-)?onboarding\//, onboarding.formId],
      [/\/(user|users)\//, other],
      [/\/notification/, alertId],
      [/\/page-mails/, pageMailId],
      [/\/saved-searches/, searchId],
      [/\/annotations/, note],
      [/\/account-lists/, listId],
      [/\/activity-report-delivery/, report.deliveryId],
      [/\/activity-report-config/, report.configId],
    ];
    return {
      userId,
      savedSearchId: searchId,
      clientId: String(activity.clientId),
      channelId,
      id: ids.find(([path]) => path.test(call))?.[1] ?? '0',
      ...onboarding,
      ...(call.endsWith('/client-setup') ? { formId: onboarding.setUpFormId } : {}),
      ...(call.includes('/marketing-data/') ? opportunities : {}),
      kind: 'opportunities',
      flag: 'true',
      exportId: '00000000-0000-4000-8000-000000000000',
    };
  };

  const fillParams: CallWorld['fillParams'] = (call, input) => {
    const filled = { ...params(call), ...input.params };
    const names = [...call.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    return Object.fromEntries(names.map((name) => [name, filled[name] ?? '0']));
  };

  const addPerson: CallWorld['addPerson'] = async (user, isColleague) => {
    const clients = isColleague ? [asker.activity.clientId] : (user.clients ?? []);
    return { authorization: `Bearer ${await world().tokenOf({ ...user, clients })}` };
  };

  const send = async (
    call: CallKey,
    { query = {}, body, ...parts }: Parts,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const [method = '', path = ''] = call.split(' ');
    const filled = fillParams(call, parts);
    const url = path.replace(/\{(\w+)\}/g, (_, name: string) => filled[name] ?? '');
    const {
      statusCode,
      headers: answered,
      rawPayload,
    } = await world().app.inject({
      method: method as 'GET',
      url: `${url}?${new URLSearchParams(query).toString()}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const name = answered['content-disposition'] ?? '';
    return {
      status: statusCode,
      text: name + (await fileText(String(answered['content-type']), rawPayload)),
    };
  };

  const ofOrganisation = () => ({ orgId: String(asker.activity.organisationId), filters: ofClient(asker) });
  const ofReader = () => ({ readerId: String(asker.activity.readerId), filters: ofClient(asker) });
  const newReport = () => ({
    userId: asker.userId,
    companyId: String(asker.activity.clientId),
    sendDays: ['M'],
    reportType: 1,
    indices: ['CustomerRequest'],
    filters: [],
    timeZone: 'UTC',
  });

  /** Bodies of calls that are not among the outputs; by default the filters of the planted client. */
  const bodies: Partial<Record<CallKey, () => unknown>> = {
    'PATCH /api/activity-report-config/{id}': newReport,
    'PATCH /api/annotations/{id}': () => ({ text: 'zwnote' }),
    'PATCH /api/onboarding/{formId}/company-info': () => ({ city: 'zwonboardingcity' }),
    'PATCH /api/onboarding/{formId}/content-info': () => ({ websiteReview: 'Yes' }),
    'PATCH /api/onboarding/{formId}/general-info': () => ({ phone: '1' }),
    'PATCH /api/onboarding/{id}': () => undefined,
    'PATCH /api/saved-searches/{id}': () => ({ filters: ofClient(asker), indices: [] }),
    'PATCH /api/user/{id}': () => ({ lastName: 'Other' }),
    'POST /api/activity-report-config': newReport,
    'POST /api/activity-report-config/{id}/replay': () => ({ from: dayBefore(3), to: dayBefore(0) }),
    'POST /api/activity-report-config/{id}/resume': () => undefined,
    'POST /api/activity-report-config/{id}/send-now': () => undefined,
    'POST /api/activity-report-delivery/{id}/replay': () => undefined,
    'POST /api/annotations': () => ({
      clientId: String(asker.activity.clientId),
      date: dayBefore(2),
      text: 'x',
    }),
    'POST /api/audit-events/export': () => ({}),
    'PUT /api/early-access/{clientId}': () => ({ earlyAccess: true }),
    'POST /api/client-webhook/{clientId}/secret': () => undefined,
    'POST /api/client-webhook/{clientId}/test': () => undefined,
    'POST /api/forgot-password': () => ({ email: 'nobody@x.example' }),
    'POST /api/marketing-data/{clientId}/accounts': () => ({ match: 'name' }),
    'POST /api/marketing-data/{clientId}/uploads/{kind}': () => ({
      mode: 'merge',
      rows: [{ id: 'x', account: 'x', stage: 'x', created: dayBefore(9) }],
    }),
    'POST /api/marketing-data/{clientId}/influence-webhook/replay': () => ({
      from: dayBefore(3),
      to: dayBefore(0),
    }),
    'POST /api/marketing-data/{clientId}/influence-webhook/resume': () => undefined,
    'PUT /api/marketing-data/{clientId}/accounts/{dealId}': () => ({ organizationId: null }),
    'PUT /api/marketing-data/{clientId}/influence-webhook': () => undefined,
    'PUT /api/marketing-data/{clientId}/stages': () => ({ stages: [{ stage: 'x', outcome: 'open' }] }),
    'PATCH /api/marketing-performance/page-mails/{id}': () => ({ isPaused: true }),
    'POST /api/marketing-performance/page-mails': () => ({
      page: 'contentInsights',
      filters: ofClient(asker),
      sendsOn: 'Monday',
      timeZone: 'UTC',
    }),
    'POST /api/marketing-performance/page-mails/{id}/send': () => undefined,
    'POST /api/most-active-cos/over-time': () => ({
      orgIds: [String(asker.activity.organisationId)],
      filters: ofClient(asker),
    }),
    'POST /api/most-active-readers/over-time': () => ({
      readerIds: [String(asker.activity.readerId)],
      filters: ofClient(asker),
    }),
    'POST /api/notification': () => ({ name: 'New', type: 'SpecificActivityNotification' }),
    'POST /api/notification/{id}/webhook/replay': () => ({ from: dayBefore(3), to: dayBefore(0) }),
    'POST /api/notification/{id}/webhook/resume': () => undefined,
    'PUT /api/notification/{id}/webhook': () => ({ clientId: String(asker.activity.clientId) }),
    'POST /api/notification-back-test/{id}': () => ({}),
    'POST /api/notification-dashboard/mark-read/{flag}': () => ({ ids: [asker.runId] }),
    'POST /api/notifications/search': () => ({}),
    'PATCH /api/manage-onboarding/{id}/reminder': () => ({ remindAfterDays: 3 }),
    'POST /api/manage-onboarding/list': () => ({}),
    'POST /api/onboarding': () => ({
      name: 'New',
      email: 'onboarding@zwmaildomain.example',
      sentFromName: 'Readerlens Weekly',
      senderEmail: 'x@x.example',
      companyId: String(asker.activity.clientId),
    }),
    'POST /api/onboarding/{formId}/client-setup': () => ({
      version: 0,
      clientId: String(asker.activity.clientId),
      profileVersion: 0,
      fields: ['phone'],
      accounts: [],
      reports: [],
    }),
    'POST /api/onboarding/{formId}/company-info/logos': () => undefined,
    'POST /api/onboarding/{formId}/content': () => ({ title: 'x' }),
    'POST /api/onboarding/{formId}/content/{contentId}/file/chunk': () => undefined,
    'POST /api/onboarding/{formId}/content/{contentId}/file/upload': () => ({
      fileName: 'x',
      fileSize: 1,
      fingerprint: 'x',
    }),
    'POST /api/onboarding/{formId}/file/{fileId}/allow': () => undefined,
    'POST /api/onboarding/{id}/company-contacts': () => [],
    'POST /api/onboarding/{id}/download': () => ({ format: 'pdf' }),
    'POST /api/operations/deliveries/release': () => ({}),
    'POST /api/operations/runs/{id}/retry': () => undefined,
    'POST /api/personal-data/find': () => ({ email: `${planted.Email}@x.example` }),
    'POST /api/personal-data/export': () => ({ readerIds: [String(asker.activity.readerId)] }),
    'POST /api/personal-data/correct': () => ({ readerId: '987654321', values: { city: 'x' } }),
    // The other calls need the reader.
    'POST /api/personal-data/erase': () => ({ readerIds: ['987654321'], keep: [] }),
    'POST /api/personal-data/lift': () => ({ readerId: '987654321' }),
    'POST /api/personal-data/restrict': () => ({ readerId: '987654321', reason: 'x' }),
    'POST /api/reader-co-dashboard/engagements-by-buyersjourney': ofOrganisation,
    'POST /api/reader-co-dashboard/engagements-over-time': ofOrganisation,
    'POST /api/reader-co-dashboard/score': ofOrganisation,
    'POST /api/reader-co-dashboard/total-engagements-count': ofOrganisation,
    'POST /api/reader-co-dashboard/total-unique-user-engagements-count': ofOrganisation,
    'POST /api/reader-dashboard/seen': ofReader,
    'POST /api/reader-dashboard/share-by-buyersjourney': ofReader,
    'POST /api/review-activities': () => ({
      engagementIds: [],
      customerRequestIds: [asker.activity.id],
      status: 'Approved',
    }),
    'POST /api/review-activities/decisions/{id}/reverse': () => undefined,
    'POST /api/saved-searches': () => ({
      userId: asker.userId,
      name: 'New',
      filters: ofClient(asker),
      indices: [],
    }),
    'POST /api/saved-searches/remove-default/{userId}/{id}': () => undefined,
    'POST /api/saved-searches/set-default/{userId}/{id}': () => undefined,
    'POST /api/set-password/from-token': () => ({ token: 'x', password: 'x' }),
    'POST /api/user': () => ({
      user: {
        firstName: 'New',
        lastName: 'User',
        email: 'new@zwmaildomain.example',
        role: 'Client',
        companies: [String(asker.activity.clientId)],
      },
    }),
    'POST /api/user-proxy': () => [String(asker.activity.clientId)],
    'POST /api/users/invite': () => ({ text: 'Ann Other <ann@zwmaildomain.example>', dryRun: true }),
    'POST /api/users/view': () => ({ user: {} }),
    'POST /api/client-channels/{clientId}': () => ({
      kind: 'teams',
      name: 'New',
      url: 'https://prod-1.westeurope.logic.azure.com/x',
    }),
    'POST /api/client-channels/{clientId}/{channelId}/test': () => undefined,
    'PUT /api/client-channels/{clientId}/{channelId}': () => ({ name: 'Renamed', version: 1 }),
    'PUT /api/client-webhook/{clientId}': () => ({ url: 'https://other.example' }),
    'PUT /api/default-columns': () => ({ userId: asker.userId, columns: [{ field: 'email' }] }),
    'PUT /api/default-filters': () => ({ userId: asker.userId, filters: [], indices: [] }),
    'PUT /api/notification-enable/{id}': () => undefined,
    'PUT /api/notification-snooze/{id}': () => ({ until: null }),
    'PUT /api/notification/{id}/behavior-change': () => ({
      $type: 'SeriesOfActivitiesNotificationBehaviorChangeRequest',
      aggField: 'Reader',
      activityMonths: 1,
      uniqueUserCount: 1,
      minimumCount: 3,
    }),
    'PUT /api/notification/{id}/filters': () => ({ filters: ofClient(asker), indices: ['CustomerRequest'] }),
    'PUT /api/notification/{id}/frequency': () => ({
      frequency: 'Daily',
      timeZone: 'UTC',
      activateSchedule: false,
      exportColumns: [{ field: 'email' }],
    }),
    'PUT /api/notification/{id}/name': () => ({ name: 'Alert 1' }),
    'PUT /api/notification/{id}/targets': () => ({
      targets: [{ userId: asker.userId, isEmailSubscribed: true }],
    }),
  };

  const listInputs = (call: CallKey): Parts[] => {
    const known = outputs.filter((output) => output.call === call);
    if (known.length > 0) return known.map(({ parts }) => parts(asker));
    if (/^(GET|DELETE) /.test(call)) return [{}];
    const query =
      call === 'POST /api/user-proxy' ? { query: { path: 'client/client-org-buckets-by-client-ids' } } : {};
    return [{ ...query, body: call in bodies ? bodies[call]?.() : { filters: ofClient(asker) } }];
  };

  return { listInputs, fillParams, addPerson, send };
};
