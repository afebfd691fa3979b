import type { Session } from '../../people/session.ts';
import type { Feature } from '../../people/services.ts';
import { clientDisconnectSignal } from '../../platform/http/disconnect-signal.ts';
import { route } from '../../platform/http/route.ts';
import { findSubject } from './definition/alert-subject.ts';
import { listAlertSubjects } from './definition/alert-subjects.ts';
import { describeAlert } from './definition/alert-view.ts';
import { createAlerts } from './definition/alerts.ts';
import { downloadRunFile } from './inbox/download-run-file.ts';
import { previewMail, sendTestMail } from './run/alert-mail-preview.ts';
import { backTest } from './run/back-test.ts';
import { countUnread, createNotificationDashboard } from './inbox/notification-dashboard.ts';
import { runDetails } from './inbox/run-details.ts';

interface AlertRequest {
  readonly params: { readonly id: string };
  readonly session: Session;
}

const show =
  <Data>(read: (id: string, session: Session) => Promise<Data>) =>
  async ({ params, session }: AlertRequest) => ({ data: await read(params.id, session) });

const change =
  <Body, Data>(save: (id: string, body: Body, session: Session) => Promise<Data>) =>
  async ({ params, body, session }: AlertRequest & { readonly body: Body }) => ({
    data: await save(params.id, body, session),
  });

export const alertRoutes: Feature = (scope, services) => {
  const alerts = createAlerts(services);

  route(scope, 'POST /api/notifications/search', {
    handler: async ({ body, session }) => ({ data: await alerts.list(body, session) }),
  });
  route(scope, 'GET /api/notification-subjects', {
    handler: async ({ session }) => ({ data: await listAlertSubjects(services, session) }),
  });
  route(scope, 'GET /api/notification-subjects/{kind}/{id}', {
    handler: async ({ params, session }) => ({ data: await findSubject(services, params, session) }),
  });
  route(scope, 'POST /api/notification', {
    handler: async ({ body, session }) => ({ data: { id: await alerts.create(body, session) } }),
  });
  route(scope, 'GET /api/notification/{id}', { handler: show(alerts.get) });
  route(scope, 'GET /api/notification/{id}/description', {
    handler: async ({ params, session }) => ({ data: await describeAlert(services, params.id, session) }),
  });
  route(scope, 'POST /api/notification-back-test/{id}', {
    handler: async ({ params, body, session, reply }) => ({
      data: await backTest(services, params.id, body, {
        session,
        disconnected: clientDisconnectSignal(reply),
      }),
    }),
  });
  route(scope, 'GET /api/notification-mail/{id}/preview', {
    handler: async ({ params, session }) => ({ data: await previewMail(services, params.id, session) }),
  });
  route(scope, 'POST /api/notification-mail/{id}/test', {
    handler: async ({ params, session }) => ({
      data: await sendTestMail(services, params.id, session),
      message: `The email was sent to ${session.user.email}.`,
    }),
  });
  route(scope, 'PUT /api/notification/{id}/name', { handler: change(alerts.rename) });
  route(scope, 'PUT /api/notification/{id}/filters', { handler: change(alerts.setFilters) });
  route(scope, 'PUT /api/notification/{id}/behavior-change', { handler: change(alerts.setBehavior) });
  route(scope, 'PUT /api/notification/{id}/targets', { handler: change(alerts.setTargets) });
  route(scope, 'PUT /api/notification/{id}/frequency', { handler: change(alerts.setFrequency) });
  route(scope, 'GET /api/notification/{id}/mark-as-completed', { handler: show(alerts.complete) });
  route(scope, 'PUT /api/notification-enable/{id}', { handler: show(alerts.enable) });
  route(scope, 'GET /api/notification-schedule/{id}/activate', { handler: show(alerts.activate) });
  route(scope, 'GET /api/notification-schedule/{id}/deactivate', { handler: show(alerts.deactivate) });
  route(scope, 'PUT /api/notification-snooze/{id}', {
    handler: async ({ params, body, session }) => ({
      data: await alerts.snooze(params.id, body.until, session),
    }),
  });
  route(scope, 'DELETE /api/notification/{id}', {
    handler: async ({ params, session }) => {
      await alerts.remove(params.id, session);
      return { data: null, message: 'The alert has been deleted.' };
    },
  });
};

const isRead = (flag: string): boolean => ['true', 'read', '1'].includes(flag);

export const notificationDashboardRoutes: Feature = (scope, services) => {
  const dashboard = createNotificationDashboard(services);

  route(scope, 'POST /api/notification-dashboard', {
    handler: async ({ body, session }) => ({ data: await dashboard.list(body, session) }),
  });
  route(scope, 'POST /api/notification-dashboard/mark-read/{flag}', {
    handler: async ({ params, body, session }) => ({
      data: { unread: await dashboard.mark(body.ids, isRead(params.flag), session) },
    }),
  });
  route(scope, 'GET /api/notification-dashboard/unread-count', {
    handler: async ({ session }) => ({ data: { count: await countUnread(services, session) } }),
  });
  route(scope, 'GET /api/notification-dashboard/{id}', {
    handler: async ({ params, query, session }) => ({
      data: await runDetails(services, { ...query, id: params.id }, session),
    }),
  });
  route(scope, 'GET /api/notification-dashboard/{id}/file', {
    handler: ({ params, session }) => downloadRunFile(services, params.id, session),
  });
};
