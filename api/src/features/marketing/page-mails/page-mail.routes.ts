import { pageMailEndedMessage } from '@readerlens/contract/marketing/messages';
import type { Feature } from '../../../people/services.ts';
import { route } from '../../../platform/http/route.ts';
import { createPageMails } from './page-mails.ts';

const base = '/api/marketing-performance/page-mails';

/** The scheduled mails of pages, each of the person who set it up. */
export const pageMailRoutes: Feature = (scope, services) => {
  const mails = createPageMails(services);
  route(scope, `GET ${base}`, { handler: async ({ session }) => ({ data: await mails.list(session) }) });
  route(scope, `POST ${base}`, {
    handler: async ({ body, session }) => ({
      data: await mails.create(body, session),
      message: 'The email is scheduled.',
    }),
  });
  route(scope, `PATCH ${base}/{id}`, {
    handler: async ({ params, body, session }) => ({
      data: await mails.change(params.id, body, session),
      message: 'The scheduled email is changed.',
    }),
  });
  route(scope, `POST ${base}/{id}/send`, {
    handler: async ({ params, session }) => {
      await mails.send(params.id, session);
      return { data: null, message: 'The email is on its way.' };
    },
  });
  route(scope, `DELETE ${base}/{id}`, {
    handler: async ({ params, session }) => {
      await mails.remove(params.id, session);
      return { data: null, message: pageMailEndedMessage };
    },
  });
};
