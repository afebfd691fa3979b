import type { Feature } from '../../core/services.ts';
import { route } from '../../platform/http/route.ts';
import { describeAlert } from './definition/alert-description.ts';
import { createAlerts } from './definition/alerts.ts';
import { downloadRunFile } from './inbox/download-run-file.ts';
import { previewMail, sendTestMail } from './run/alert-mail-preview.ts';
import { backTest } from './run/back-test.ts';
import { countUnread, createNotificationDashboard } from './inbox/notification-dashboard.ts';
import { runDetails } from './inbox/run-details.ts';

export const alertRoutes: Feature = (scope, services) => {
  const alerts = createAlerts(services);

  route(scope, 'POST /api/notifications/search', {
    handler: async ({ body, session }) => ({ data: await alerts.list(body, session) }),
  });
  route(scope, 'POST /api/notification', {
    handler: async ({ body, session }) => ({ data: { id: await alerts.create(body, session) } }),
  });
  route(scope, 'GET /api/notification/{id}', {
    handler: async ({ params, session }) => ({ data: await alerts.get(params.id, session) }),
  });
  route(scope, 'GET /api/notification/{id}/description', {
    handler: async ({ params, session }) => ({ data: await describeAlert(services, params.id, session) }),
  });
  route(scope, 'POST /api/notification-back-test/{id}', {
    handler: async ({ params, session }) => ({ data: await backTest(services, params.id, session) }),
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
  route(scope, 'PUT /api/notification/{id}/name', {
    handler: async ({ params, body, session }) => ({ data: await alerts.rename(params.id, body, session) }),
  });
  route(scope, 'PUT /api/notification/{id}/filters', {
    handler: async ({ params, body, session }) => ({
      data: await alerts.setFilters(params.id, body, session),
    }),
  });
  route(scope, 'PUT /api/notification/{id}/behavior-change', {
    handler: async ({ params, body, session }) => ({
      data: await alerts.setBehavior(params.id, body, session),
    }),
  });
  route(scope, 'PUT /api/notification/{id}/targets', {
    handler: async ({ params, body, session }) => ({
      data: await alerts.setTargets(params.id, body, session),
    }),
  });
  route(scope, 'PUT /api/notification/{id}/frequency', {
    handler: async ({ params, body, session }) => ({
      data: await alerts.setFrequency(params.id, body, session),
    }),
  });
  route(scope, 'GET /api/notification/{id}/mark-as-completed', {
    handler: async ({ params, session }) => ({ data: await alerts.complete(params.id, session) }),
  });
  route(scope, 'PUT /api/notification-enable/{id}', {
    handler: async ({ params, session }) => ({ data: await alerts.enable(params.id, session) }),
  });
  route(scope, 'GET /api/notification-schedule/{id}/activate', {
    handler: async ({ params, session }) => ({ data: await alerts.activate(params.id, session) }),
  });
  route(scope, 'GET /api/notification-schedule/{id}/deactivate', {
    handler: async ({ params, session }) => ({ data: await alerts.deactivate(params.id, session) }),
  });
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
