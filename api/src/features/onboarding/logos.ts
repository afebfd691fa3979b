import type { FastifyRequest } from 'fastify';
import { maxLogoBytes, maxOnboardingLogos } from '@readerlens/contract';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import type { StoredFile } from '../../platform/files/index.ts';
import { conflict, invalidInput } from '../../platform/http/errors.ts';
import { formError, tooLarge } from '../../platform/http/multipart.ts';
import { reencodeImage } from './reencode-image.ts';
import { findForm, lockOpenForm } from './onboarding.policy.ts';

export const logoLimits = {
  files: maxOnboardingLogos,
  fields: 5,
  parts: maxOnboardingLogos + 5,
  fileSize: maxLogoBytes,
  fieldSize: 4096,
};

interface Image {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

const readImages = async (request: FastifyRequest): Promise<Image[]> => {
  const images: Image[] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') throw invalidInput(part.fieldname, `${part.fieldname} is unknown`);
      const content = await part.toBuffer();
      if (part.file.truncated) throw tooLarge(part.filename, 'is larger than 10 MB');
      const image = await reencodeImage(content);
      if (!image) throw invalidInput('file', `${part.filename} is not an image that can be used`);
      images.push({ name: part.filename, ...image });
    }
  } catch (error) {
    throw formError(error);
  }
  if (images.length === 0) throw invalidInput('file', 'Please choose an image');
  return images;
};

/** Adds the images of a request as logos: all or none. */
export const addLogos = async (
  { db, jobs, files }: Pick<Services, 'db' | 'jobs' | 'files'>,
  formId: string,
  request: FastifyRequest,
  session: Session,
): Promise<void> => {
  const { client_id: clientId } = await findForm(db.kysely, formId, session);
  const images = await readImages(request);
  const stored: StoredFile[] = [];
  try {
    for (const { content, ...image } of images)
      stored.push(
        await files.put({ ...image, owner: { kind: 'onboarding-logo', id: formId }, clientId }, content),
      );
    await db.transaction(async (trx) => {
      const now = jobs.clock();
      const form = await lockOpenForm(trx, formId, session, now);
      const { count } = await trx
        .selectFrom('onboarding_file')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('form_id', '=', form.id)
        .where('content_id', 'is', null)
        .executeTakeFirstOrThrow();
      if (count + stored.length > maxOnboardingLogos)
        throw conflict(`A form can have ${maxOnboardingLogos} logos.`);
      const rows = stored.map(({ id, name, mediaType, size }) => ({
        id,
        form_id: form.id,
        client_id: form.client_id,
        content_id: null,
        name,
        media_type: mediaType,
        size,
        created_at: now,
      }));
      await trx.insertInto('onboarding_file').values(rows).execute();
    });
  } catch (error) {
    for (const { id } of stored) await files.delete(id).catch(() => undefined);
    throw error;
  }
};
