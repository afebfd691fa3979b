import type { FastifyRequest } from 'fastify';
import { maxLogoBytes, maxOnboardingLogos } from '@readerlens/contract';
import { uploadIdleHours } from '../../deadlines.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import type { StoredFile } from '../../platform/files/index.ts';
import { conflict, invalidInput } from '../../platform/http/errors.ts';
import { formError, tooLarge } from '../../platform/http/multipart.ts';
import { secondsAfter } from '../../platform/time.ts';
import { discardRefused } from './discard-refused.ts';
import { logoKindName } from './prepare-logo.ts';
import { imageMediaTypes } from './reencode-image.ts';
import { findForm, lockOpenForm } from './onboarding.policy.ts';

export const logoLimits = {
  files: maxOnboardingLogos,
  fields: 5,
  parts: maxOnboardingLogos + 5,
  fileSize: maxLogoBytes,
  fieldSize: 4096,
};

/** Stores the images of a request one after another, for a while. `stored` has them even if a later one is refused. */
const storeImages = async (
  files: Services['files'],
  request: FastifyRequest,
  common: { readonly clientId: number; readonly expiresAt: Date },
  stored: StoredFile[],
): Promise<void> => {
  const owner = { kind: 'onboarding-new-logo', id: 'arriving' };
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') throw invalidInput(part.fieldname, `${part.fieldname} is unknown`);
      const image = await files.put({ name: part.filename, owner, ...common }, part.file);
      stored.push(image);
      if (part.file.truncated) throw tooLarge(part.filename, 'is larger than 10 MB');
      if (!imageMediaTypes.includes(image.mediaType))
        throw invalidInput('file', `${part.filename} is not an image that can be used`);
    }
  } catch (error) {
    throw formError(error);
  }
  if (stored.length === 0) throw invalidInput('file', 'Please choose an image');
};

/** Adds the images of a request as logos: all or none. They are shown once a job has written them again. */
export const addLogos = async (
  { db, jobs, files }: Pick<Services, 'db' | 'jobs' | 'files'>,
  formId: string,
  request: FastifyRequest,
  session: Session,
): Promise<void> => {
  const { client_id: clientId } = await findForm(db.kysely, formId, session);
  const now = jobs.clock();
  const stored: StoredFile[] = [];
  try {
    await storeImages(
      files,
      request,
      { clientId, expiresAt: secondsAfter(now, uploadIdleHours * 3600) },
      stored,
    );
    await db.transaction(async (trx) => {
      const form = await lockOpenForm(trx, formId, session, now);
      const { count } = await trx
        .selectFrom('onboarding_file')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('form_id', '=', form.id)
        .where('content_id', 'is', null)
        .executeTakeFirstOrThrow();
      const { count: preparing } = await trx
        .selectFrom('onboarding_new_logo')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('form_id', '=', form.id)
        .where('problem', 'is', null)
        .executeTakeFirstOrThrow();
      if (count + preparing + stored.length > maxOnboardingLogos)
        throw conflict(`A form can have ${maxOnboardingLogos} logos.`);
      const rows = stored.map(({ id, name, size }) => ({
        form_id: form.id,
        client_id: form.client_id,
        user_id: session.user.id,
        name,
        size,
        file_id: id,
        created_at: now,
      }));
      const added = await trx.insertInto('onboarding_new_logo').values(rows).returning('id').execute();
      await jobs.addAll(
        trx,
        logoKindName,
        added.map(({ id }) => ({ ownerId: id, clientId: form.client_id, slotKey: 'prepare', at: now })),
      );
    });
  } catch (error) {
    await discardRefused(
      files,
      stored.map(({ id }) => id),
      error,
    );
    throw error;
  }
  jobs.wake();
};
