import { acceptForms } from '../../platform/http/multipart.ts';
import { namePlugin } from '../../platform/http/name-plugin.ts';
import { route } from '../../platform/http/route.ts';
import type { ApiScope } from '../../platform/http/route.ts';
import type { Services } from '../../people/services.ts';
import { createReportFiles } from './report-files.ts';
import { composeShare, sendShare } from './share-activity.ts';
import { shareForm } from './share-form.ts';
import { checkedRecipients } from './share.policy.ts';

const consumes = ['application/json', 'multipart/form-data'];

const shareRoutes = (scope: ApiScope, services: Services): void => {
  const parts = { ...services, files: createReportFiles(services) };
  route(scope, 'POST /api/analytics/share-individual-activity', {
    consumes,
    handler: async ({ body, session }) => {
      const recipients = checkedRecipients(body);
      const mail = await composeShare(parts, body, session);
      await sendShare(parts, mail, recipients, session);
      return { data: { recipients: recipients.length }, message: 'Report shared successfully' };
    },
  });
  route(scope, 'POST /api/analytics/share-individual-activity/preview', {
    consumes,
    handler: async ({ body, session }) => {
      checkedRecipients(body);
      const { author, subject, html, text, attachments } = await composeShare(parts, body, session);
      const files = attachments.map(({ name, mediaType, content }) => ({
        name,
        type: mediaType,
        size: content.byteLength,
      }));
      return {
        data: { from: `${author.name} <${author.address}>`, subject, html, text, attachments: files },
      };
    },
  });
};

/** Only these routes accept forms, so they have their own scope. */
export const sharingRoutes = (scope: ApiScope, services: Services): void => {
  scope.app.register(
    namePlugin('sharing', async (own) => {
      await acceptForms(own, shareForm);
      shareRoutes({ ...scope, app: own }, services);
    }),
  );
};
