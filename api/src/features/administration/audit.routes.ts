import { visibleRoles } from '@readerlens/contract';
import type { Feature } from '../../people/services.ts';
import { route } from '../../platform/http/route.ts';
import { createAuditLog } from './audit-log.ts';

const pageSize = 25;

export const auditRoutes: Feature = (scope, services) => {
  const log = createAuditLog(services);
  route(scope, 'GET /api/audit-events', {
    handler: async ({ session, query: { before, size = pageSize, ...filter } }) => ({
      data: await log.page({ filter, roles: visibleRoles(session.user), before, size }, session),
    }),
  });
  route(scope, 'POST /api/audit-events/export', {
    handler: async ({ session, body }) => ({
      name: 'Audit_Log.xlsx',
      content: await log.export({ filter: body, roles: visibleRoles(session.user) }, session),
    }),
  });
};
