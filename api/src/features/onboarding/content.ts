import { webAddressMessage } from '@readerlens/contract/onboarding/messages';
import { lineProblem, maxOnboardingContent, titleRequired } from '@readerlens/contract';
import type { CallInput, Calls, ContentItem } from '@readerlens/contract';
import { canonicalLine } from '@readerlens/contract/text';
import type { Kysely } from 'kysely';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import type { Schema } from '../../platform/db/index.ts';
import { conflict, invalidInput, notFound } from '../../platform/http/errors.ts';
import { parseUuid } from '../../platform/http/ids.ts';
import { refuseProblems } from './form-parts.ts';
import type { FormViews } from './form-view.ts';
import { findForm, lockOpenForm, refuseBlinded } from './onboarding.policy.ts';
import type { FormRow } from './onboarding.policy.ts';

type ContentInput = CallInput<Calls['POST /api/onboarding/{formId}/content']>['body'];
type Parts = Pick<Services, 'db' | 'jobs' | 'files' | 'audit'> & { readonly views: FormViews };

const noSuchContent = () => notFound('There is no such content.');

/** The id of a content item of a form. Throws 404. */
export const findContentId = async (db: Kysely<Schema>, form: FormRow, id: string): Promise<string> => {
  const found = await db
    .selectFrom('onboarding_content')
    .select('id')
    .where('id', '=', parseUuid(id) ?? form.id)
    .where('form_id', '=', form.id)
    .executeTakeFirst();
  if (!found) throw noSuchContent();
  return found.id;
};

const checkTitle = (title: string) => {
  const message = lineProblem(title, { label: 'Title', required: titleRequired, max: 200 });
  refuseProblems(message === undefined ? [] : [{ path: 'title', message }]);
};

const checkUrl = (url: string) => {
  if (url !== '' && !/^https?:\/\/\S+$/i.test(url)) throw invalidInput('url', webAddressMessage);
};

const readItem = ({ title, url = '', keyword = '' }: ContentInput) => {
  checkTitle(title);
  const values = { title: canonicalLine(title), url: url.trim(), keyword: canonicalLine(keyword) };
  checkUrl(values.url);
  return values;
};

/** The content that a client uploads. */
export const createContent = ({ db, jobs, files, audit, views }: Parts) => {
  const one = async (form: FormRow, id: string, session: Session): Promise<ContentItem> => {
    const item = (await views.content(form, session)).find((each) => each.id === id);
    if (!item) throw noSuchContent();
    return item;
  };

  const deleteFiles = async (ids: readonly string[]) => {
    for (const id of ids) await files.delete(id);
  };

  return {
    one,

    /** Adds an item, or changes the one with the id. */
    async save(formId: string, input: ContentInput, session: Session): Promise<ContentItem> {
      const values = readItem(input);
      const saved = await db.transaction(async (trx) => {
        const now = jobs.clock();
        const form = await lockOpenForm(trx, formId, session, now);
        if (input.id !== undefined) {
          const id = await findContentId(trx, form, input.id);
          await trx
            .updateTable('onboarding_content')
            .set({ ...values, updated_at: now })
            .where('id', '=', id)
            .execute();
          return { form, id };
        }
        const { count } = await trx
          .selectFrom('onboarding_content')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('form_id', '=', form.id)
          .executeTakeFirstOrThrow();
        if (count >= maxOnboardingContent)
          throw conflict(`A form can have ${maxOnboardingContent} pieces of content.`);
        const { id } = await trx
          .insertInto('onboarding_content')
          .values({
            ...values,
            form_id: form.id,
            client_id: form.client_id,
            created_at: now,
            updated_at: now,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return { form, id };
      });
      return one(saved.form, saved.id, session);
    },

    /** Deletes an item with its files. */
    async remove(formId: string, contentId: string, session: Session): Promise<void> {
      const fileIds = await db.transaction(async (trx) => {
        const form = await lockOpenForm(trx, formId, session, jobs.clock());
        const id = await findContentId(trx, form, contentId);
        const rows = await trx
          .selectFrom('onboarding_file')
          .select('id')
          .where('content_id', '=', id)
          .execute();
        await trx.deleteFrom('onboarding_content').where('id', '=', id).execute();
        return rows.map((row) => row.id);
      });
      await deleteFiles(fileIds);
    },

    /** Deletes a file of a content item, or a logo if `contentId` is null. Throws 404. */
    async removeFile(formId: string, contentId: string | null, fileId: string, session: Session) {
      const deleted = await db.transaction(async (trx) => {
        const form = await lockOpenForm(trx, formId, session, jobs.clock());
        if (contentId === null) {
          const arrived = await trx
            .deleteFrom('onboarding_new_logo')
            .where('id', '=', parseUuid(fileId) ?? form.id)
            .where('form_id', '=', form.id)
            .returning('file_id')
            .executeTakeFirst();
          if (arrived) return arrived.file_id;
        }
        const content = contentId === null ? null : await findContentId(trx, form, contentId);
        const row = await trx
          .deleteFrom('onboarding_file')
          .where('id', '=', parseUuid(fileId) ?? form.id)
          .where('form_id', '=', form.id)
          .where('content_id', content === null ? 'is' : '=', content)
          .returning('id')
          .executeTakeFirst();
        if (!row) throw notFound('There is no such file.');
        return row.id;
      });
      await deleteFiles([deleted]);
    },

    /** Lets everybody who sees the form open a file, or a logo, that was not scanned for viruses. Throws 404. */
    async allowFile(formId: string, fileId: string, session: Session): Promise<void> {
      const form = await findForm(db.kysely, formId, session);
      refuseBlinded(session);
      await db.transaction(async (trx) => {
        const file = await trx
          .selectFrom('onboarding_file')
          .select(['id', 'name', 'is_held'])
          .where('id', '=', parseUuid(fileId) ?? form.id)
          .where('form_id', '=', form.id)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (!file) throw notFound('There is no such file.');
        if (!file.is_held) return;
        await trx.updateTable('onboarding_file').set({ is_held: false }).where('id', '=', file.id).execute();
        const detail = { form: form.id, file: file.name };
        await audit.record({ action: 'onboarding.file-allowed', ...auditedIdentities(session), detail }, trx);
      });
    },

    list: async (formId: string, session: Session) =>
      views.content(await findForm(db.kysely, formId, session), session),
  };
};
