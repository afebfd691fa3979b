import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { acceptForms, registerForms } from '../../platform/http/multipart.ts';
import { namePlugin } from '../../platform/http/name-plugin.ts';
import { route } from '../../platform/http/route.ts';
import type { ApiScope } from '../../platform/http/route.ts';
import { createContacts } from './contacts.ts';
import { createContent, findContentId } from './content.ts';
import { createDownloads } from './downloads.ts';
import { formStatus } from './form-status.ts';
import { createFormViews, showContentInfo } from './form-view.ts';
import type { Forms } from './forms.ts';
import { addLogos, logoLimits } from './logos.ts';
import { findForm } from './onboarding.policy.ts';
import { createReminders } from './reminders.ts';
import { createPartSaves } from './save-parts.ts';
import { textForm } from './text-form.ts';
import { createUploads } from './uploads.ts';

const consumes = ['application/json', 'multipart/form-data'];
const base = '/api/onboarding';

/** The forms that staff send and follow. */
const manageRoutes = (
  scope: ApiScope,
  services: Services,
  forms: Forms,
  views: ReturnType<typeof createFormViews>,
) => {
  const { db } = services;
  const reminders = createReminders(services);
  const whole = async (id: string, session: Session) => ({
    data: await views.whole(await findForm(db.kysely, id, session), session),
  });
  route(scope, 'POST /api/onboarding', {
    handler: async ({ body, session }) => ({
      data: await forms.create(body, session),
      message: `The Onboarding form has been generated and an email has been sent to ${body.email.trim()}`,
    }),
  });
  route(scope, 'POST /api/manage-onboarding/list', {
    handler: async ({ body, session }) => {
      const found = await forms.list(body, session);
      return { data: found, ...found };
    },
  });
  route(scope, 'GET /api/manage-onboarding/publications', {
    handler: () => ({ data: [...forms.publications] }),
  });
  route(scope, 'GET /api/manage-onboarding/{id}', {
    handler: ({ params, session }) => whole(params.id, session),
  });
  route(scope, 'GET /api/manage-onboarding/{id}/resend-onboarding-form', {
    handler: async ({ params, session }) => {
      await forms.resend(params.id, session);
      return { data: null, message: 'Form resent successfully' };
    },
  });
  route(scope, 'GET /api/manage-onboarding/reminder-default', {
    handler: () => ({ data: { remindAfterDays: forms.reminderDays } }),
  });
  route(scope, 'PATCH /api/manage-onboarding/{id}/reminder', {
    handler: async ({ params, body, session }) => ({
      data: await reminders.change(params.id, body, session),
    }),
  });
  route(scope, `GET ${base}/{id}`, { handler: ({ params, session }) => whole(params.id, session) });
};

export const onboardingRoutes = (scope: ApiScope, services: Services, forms: Forms): void => {
  const { db, jobs } = services;
  const views = createFormViews(services);
  const parts = { ...services, views };
  const saves = createPartSaves(services);
  const contacts = createContacts(services);
  const content = createContent(parts);
  const uploads = createUploads(parts);
  const find = (id: string, session: Session) => findForm(db.kysely, id, session);
  const downloads = createDownloads(parts);
  manageRoutes(scope, services, forms, views);

  route(scope, `POST ${base}/{id}/download`, {
    handler: async ({ params, body, session }) => ({
      data: await downloads.link(params.id, body.format, session),
    }),
  });
  route(scope, 'GET /api/onboarding-download/{token}', {
    handler: ({ params }) => downloads.open(params.token),
  });

  route(scope, `GET ${base}/{id}/status`, {
    handler: async ({ params, session }) => ({
      data: formStatus(await find(params.id, session), jobs.clock()),
    }),
  });
  route(scope, `PATCH ${base}/{id}`, {
    handler: async ({ params, session }) => ({ data: await forms.submit(params.id, session) }),
  });
  route(scope, `GET ${base}/{formId}/general-info`, {
    handler: async ({ params, session }) => ({
      data: await views.general(await find(params.formId, session), session),
    }),
  });
  route(scope, `PATCH ${base}/{formId}/general-info`, {
    handler: async ({ params, body, session }) => {
      const form = await saves.general(params.formId, body, session);
      return { data: { part: await views.general(form, session), status: formStatus(form, jobs.clock()) } };
    },
  });
  route(scope, `GET ${base}/{formId}/company-info`, {
    handler: async ({ params, session }) => ({
      data: await views.company(await find(params.formId, session), session),
    }),
  });
  route(scope, `GET ${base}/{formId}/company-info/logos/list`, {
    handler: async ({ params, session }) => ({
      data: await views.logos(await find(params.formId, session), session),
    }),
  });
  route(scope, `DELETE ${base}/{formId}/company-info/logos/{logoId}`, {
    handler: async ({ params, session }) => {
      await content.removeFile(params.formId, null, params.logoId, session);
      return { data: null, message: 'The logo has been deleted' };
    },
  });
  route(scope, `GET ${base}/{id}/company-contacts`, {
    handler: async ({ params, session }) => ({
      data: await views.contacts(await find(params.id, session), session),
    }),
  });
  route(scope, `POST ${base}/{id}/company-contacts`, {
    handler: async ({ params, query, body, session }) => {
      const form = await contacts.replace(params.id, body, query?.version, session);
      return { data: { part: await views.contacts(form, session), status: formStatus(form, jobs.clock()) } };
    },
  });
  route(scope, `GET ${base}/{formId}/content-info`, {
    handler: async ({ params, session }) => ({
      data: showContentInfo(await find(params.formId, session), session),
    }),
  });
  route(scope, `PATCH ${base}/{formId}/content-info`, {
    handler: async ({ params, body, session }) => {
      const form = await saves.contentInfo(params.formId, body, session);
      return {
        data: { part: showContentInfo(form, session), status: formStatus(form, jobs.clock()) },
        message: 'Saved content info',
      };
    },
  });
  route(scope, `GET ${base}/{formId}/content/list`, {
    handler: async ({ params, session }) => ({ data: await content.list(params.formId, session) }),
  });
  route(scope, `GET ${base}/{formId}/content/{contentId}`, {
    handler: async ({ params, session }) => {
      const form = await find(params.formId, session);
      return {
        data: await content.one(form, await findContentId(db.kysely, form, params.contentId), session),
      };
    },
  });
  route(scope, `DELETE ${base}/{formId}/content/{contentId}`, {
    handler: async ({ params, session }) => {
      await content.remove(params.formId, params.contentId, session);
      return { data: null };
    },
  });
  route(scope, `DELETE ${base}/{formId}/content/{contentId}/file/{fileId}`, {
    handler: async ({ params, session }) => {
      await content.removeFile(params.formId, params.contentId, params.fileId, session);
      return { data: null, message: 'The file has been deleted' };
    },
  });
  route(scope, `POST ${base}/{formId}/file/{fileId}/allow`, {
    handler: async ({ params, session }) => {
      await content.allowFile(params.formId, params.fileId, session);
      return { data: null, message: 'The file can be opened by everybody who sees this form' };
    },
  });
  route(scope, `POST ${base}/{formId}/content/{contentId}/file/upload`, {
    handler: async ({ params, body, session }) => ({ data: await uploads.begin(params, body, session) }),
  });
  route(scope, `GET ${base}/{formId}/content/{contentId}/file/upload/{uploadId}`, {
    handler: async ({ params, session }) => ({ data: await uploads.read(params, session) }),
  });
  route(scope, `DELETE ${base}/{formId}/content/{contentId}/file/upload/{uploadId}`, {
    handler: async ({ params, session }) => {
      await uploads.cancel(params, session);
      return { data: null };
    },
  });

  scope.app.register(
    namePlugin('onboarding forms', async (app) => {
      await acceptForms(app, textForm);
      const own = { ...scope, app };
      route(own, `PATCH ${base}/{formId}/company-info`, {
        consumes,
        handler: async ({ params, body, session }) => {
          const form = await saves.company(params.formId, body, session);
          return {
            data: { part: await views.company(form, session), status: formStatus(form, jobs.clock()) },
          };
        },
      });
      route(own, `POST ${base}/{formId}/content`, {
        consumes,
        handler: async ({ params, body, session }) => ({
          data: await content.save(params.formId, body, session),
          message: 'Content Saved',
        }),
      });
    }),
  );

  scope.app.register(
    namePlugin('onboarding files', async (app) => {
      await registerForms(app, logoLimits);
      const own = { ...scope, app };
      route(own, `POST ${base}/{formId}/company-info/logos`, {
        consumes: ['multipart/form-data'],
        bodyLimit: 120 * 1024 * 1024,
        handler: async ({ params, session, request }) => {
          await addLogos(parts, params.formId, request, session);
          return { data: await views.logos(await find(params.formId, session), session) };
        },
      });
      route(own, `POST ${base}/{formId}/content/{contentId}/file/chunk`, {
        consumes: ['multipart/form-data'],
        handler: async ({ params, session, request }) => ({
          data: await uploads.takeChunk(params, request, session),
        }),
      });
    }),
  );
};
