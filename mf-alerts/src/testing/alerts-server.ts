import { startFakeServer } from '@readerlens/auth/testing';
import type { Answer, SeenCall } from '@readerlens/auth/testing';
import { alertSteps } from '@readerlens/contract/alerts';
import type { Alert } from '../alert/alert.queries.ts';
import { buildAlert, buildAlertRow } from './alerts.ts';

export interface Person {
  userId: string;
  displayText: string;
  firstName: string;
  lastName: string;
  email: string;
  role: string;
  isRegistered: boolean;
  viewsNotifications: boolean;
}

export const people: readonly Person[] = [
  ['7', 'Cleo', 'Client', true],
  ['8', 'Clara', 'Colleague', false],
  ['u1', 'Ada', 'Byron', true],
].map(([userId, firstName, lastName, isRegistered]) => {
  const email = `${String(firstName).toLowerCase()}@readers.example`;
  return {
    userId: String(userId),
    firstName: String(firstName),
    lastName: String(lastName),
    email,
    displayText: `${firstName} ${lastName} (${email})`,
    role: 'Client',
    isRegistered: isRegistered === true,
    viewsNotifications: isRegistered === true,
  };
});

type Body = Partial<Alert> & { query?: string; page?: number; pageSize?: number; version?: number } & {
  until?: string | null;
  activateSchedule?: boolean;
  type?: Alert['$type'];
};

const answerList = (
  alerts: readonly Alert[],
  { query = '', page = 1, pageSize = 50, subject }: Body,
): Answer => {
  const found = alerts.filter(
    (alert) =>
      `${alert.name} ${alert.description}`.toLowerCase().includes(query.toLowerCase()) &&
      (!subject || (alert.subject?.kind === subject.kind && alert.subject.id === subject.id)),
  );
  const items = found.slice((page - 1) * pageSize, page * pageSize).map(buildAlertRow);
  return { data: { items, total: found.length, page, pageSize } };
};

const create = (alerts: Alert[], { name = '', description = '', type, subject }: Body): Answer => {
  const alert = buildAlert(alerts.length + 1, {
    name,
    description,
    ...(type ? { $type: type } : {}),
    ...(subject ? { subject: { ...subject, name: `${subject.kind} ${subject.id}` } } : {}),
  });
  alerts.push(alert);
  return { data: { id: alert.id } };
};

const buildTargets = (before: Alert, { targets = [] }: Body): Alert['targets'] =>
  targets.map(({ userId, isEmailSubscribed }) => {
    const known = before.targets.find((each) => each.userId === userId);
    const { firstName, lastName, ...account } = people.find((each) => each.userId === userId)!;
    const added = { ...account, name: `${firstName} ${lastName}` };
    return { ...(known ?? added), isEmailSubscribed };
  });

const stepOfPart: Readonly<Record<string, keyof typeof alertSteps>> = {
  name: 'Begin',
  filters: 'DefineFilters',
  'behavior-change': 'BehaviorChange',
  targets: 'SetAlert',
  frequency: 'Frequency',
};

/** The alert after a PUT of one of its parts; a conflict for another than the current version. */
const withPart = (before: Alert, part: string, body: Body): Alert => {
  const { version: _version, $type: _type, activateSchedule, targets: _targets, ...values } = body;
  return {
    ...before,
    ...values,
    ...(part === 'targets' ? { targets: buildTargets(before, body) } : {}),
    scheduleActive:
      before.isComplete && activateSchedule !== undefined ? activateSchedule : before.scheduleActive,
    lastStepCompleted: Math.max(before.lastStepCompleted, alertSteps[stepOfPart[part] ?? 'Begin']),
    version: before.version + 1,
  };
};

const partAnswer = (alerts: Alert[], index: number, part: string, body: Body): Answer => {
  const before = alerts[index]!;
  if (body.version !== undefined && body.version !== before.version) {
    const message = 'Someone else has changed this alert since you opened it.';
    return { status: 409, code: 'conflict', message };
  }
  alerts[index] = withPart(before, part, body);
  return { data: alerts[index] };
};

const changes: Readonly<Record<string, (body: Body) => Partial<Alert>>> = {
  'mark-as-completed': () => ({ isComplete: true, lastStepCompleted: alertSteps.Activate }),
  activate: () => ({ scheduleActive: true }),
  deactivate: () => ({ scheduleActive: false }),
  snooze: ({ until = null }) => ({ snoozedUntil: until }),
  enable: () => ({ editable: true, disabledReason: null, disabled: false, canEnable: false }),
};

/** Calls of one alert: 'PUT /api/notification/a1/name', 'GET /api/notification-schedule/a1/activate'. */
const alertAnswer = (alerts: Alert[], { call, body }: SeenCall<Body>): Answer | undefined => {
  const [, method, group = '', id, rest] =
    /^(\w+) \/api\/notification(-\w+)?\/(\w+)(?:\/(.*))?$/.exec(call) ?? [];
  const index = alerts.findIndex((alert) => alert.id === id);
  if (index < 0 || method === undefined) return undefined;
  if (method === 'DELETE') {
    alerts.splice(index, 1);
    return { data: null };
  }
  const change = changes[rest ?? ''] ?? changes[group.slice(1)];
  if (change) alerts[index] = { ...alerts[index]!, ...change(body) };
  else if (rest !== undefined && stepOfPart[rest]) return partAnswer(alerts, index, rest, body);
  else if (rest !== undefined || group) return undefined;
  return { data: alerts[index] };
};

const answerCall = (alerts: Alert[], seen: SeenCall<Body>): Answer | undefined => {
  switch (seen.call) {
    case 'POST /api/notifications/search':
      return answerList(alerts, seen.body);
    case 'GET /api/notification-subjects/Reader/5':
      return { data: { kind: 'Reader', id: '5', name: 'Reader 5' } };
    case 'GET /api/notification-subjects/Organization/9':
      return { data: { kind: 'Organization', id: '9', name: 'Organization 9' } };
    case 'POST /api/notification':
      return create(alerts, seen.body);
    case 'GET /api/users/lookups': {
      const text = (seen.query.get('query') ?? '').toLowerCase();
      return {
        data: people.filter(({ firstName, lastName, email }) =>
          [firstName, lastName, email].some((value) => value.toLowerCase().startsWith(text)),
        ),
      };
    }
    case 'GET /api/cms/companies/by-name-or-id-starting-with':
    case 'GET /api/cms/companies/by-ids':
      return { data: [{ id: '1', name: 'Aurelis' }] };
    case 'GET /api/common-lookup/onlines':
    case 'GET /api/user-proxy':
      return { data: [] };
    case 'POST /api/notification-back-test/a1':
      return { data: { timeZone: 'UTC', rule: '', slots: [], lastMonth: { totalMatched: 0, runs: 0 } } };
    default:
      return alertAnswer(alerts, seen);
  }
};

/** A fake server for the calls of alerts. By call, `failures` replace responses. */
export const startAlertsServer = async (initial: readonly Alert[]) => {
  const alerts = [...initial];
  const failures = new Map<string, Answer>();
  const server = await startFakeServer<Body>((seen) => failures.get(seen.call) ?? answerCall(alerts, seen));
  return {
    ...server,
    failures,
    alerts,
    /** Changes an alert as someone else does. */
    changeElsewhere: (id: string, change: Partial<Alert>) => {
      const index = alerts.findIndex((alert) => alert.id === id);
      const before = alerts[index]!;
      alerts[index] = { ...before, ...change, version: before.version + 1 };
    },
  };
};
