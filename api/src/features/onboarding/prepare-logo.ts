import { buffer } from 'node:stream/consumers';
import type { Selectable } from 'kysely';
import { logoLeaseSeconds, logoPauseSeconds, uploadIdleHours } from '../../deadlines.ts';
import type { Services } from '../../people/services.ts';
import type { Schema } from '../../platform/db/index.ts';
import { skipRun } from '../../platform/jobs/index.ts';
import type { JobKind, JobOutcome } from '../../platform/jobs/index.ts';
import { secondsAfter } from '../../platform/time.ts';
import { reencodeImage, unusableImageText } from './reencode-image.ts';
import { infectedText, scanFile } from './scan-file.ts';

export const logoKindName = 'onboarding-logo';
const goneText = 'The file is no longer available. Please upload it again.';

type NewLogo = Selectable<Schema['onboarding_new_logo']>;

/** Writes a new logo again, which makes it visible. The owner of a run is the id of the new logo. */
export const prepareLogoKind = (services: Pick<Services, 'files' | 'scan' | 'audit'>): JobKind => {
  const { files, audit } = services;

  const refuse = (
    { id, form_id, user_id, name, file_id }: NewLogo,
    problem: string,
    now: Date,
  ): JobOutcome => ({
    result: { problem },
    async effects(trx) {
      await trx.updateTable('onboarding_new_logo').set({ problem }).where('id', '=', id).execute();
      await trx.updateTable('stored_file').set({ expires_at: now }).where('id', '=', file_id).execute();
      if (problem !== infectedText) return;
      const detail = { form: form_id, file: name };
      await audit.record({ action: 'onboarding.file-infected', actorId: user_id, detail }, trx);
    },
  });

  return {
    name: logoKindName,
    goesOnWhileHeld: true,
    // Decoding takes up to 200 MB.
    concurrency: 1,
    leaseSeconds: logoLeaseSeconds,
    keepsLease: true,
    pauses: logoPauseSeconds,
    async onFailed(trx, run) {
      await trx
        .updateTable('onboarding_new_logo')
        .set({ problem: unusableImageText })
        .where('id', '=', run.ownerId)
        .execute();
    },
    async handle(run, { db, clock }) {
      const logo = await db.kysely
        .selectFrom('onboarding_new_logo')
        .selectAll()
        .where('id', '=', run.ownerId)
        .executeTakeFirst();
      if (!logo) return skipRun('The logo was deleted.');
      const now = clock();
      const found = await files.open(logo.file_id);
      if (!found) return refuse(logo, goneText, now);
      const content = await buffer(found.body);
      const scanned = await scanFile(services, found.file);
      if (scanned === 'infected') return refuse(logo, infectedText, now);
      const image = await reencodeImage(content);
      if (image.problem !== undefined) return refuse(logo, image.problem, now);
      const { form_id, client_id, name, created_at } = logo;
      const file = await files.put(
        {
          name,
          owner: { kind: 'onboarding-logo', id: form_id },
          clientId: client_id,
          mediaType: image.mediaType,
          // Kept once it is a logo.
          expiresAt: secondsAfter(now, uploadIdleHours * 3600),
        },
        image.content,
      );
      return {
        result: { size: file.size },
        async effects(trx) {
          // It may have been deleted.
          const { numDeletedRows } = await trx
            .deleteFrom('onboarding_new_logo')
            .where('id', '=', logo.id)
            .executeTakeFirst();
          if (numDeletedRows === 0n) return;
          await trx
            .insertInto('onboarding_file')
            .values({
              id: file.id,
              form_id,
              client_id,
              content_id: null,
              name: file.name,
              media_type: file.mediaType,
              size: file.size,
              is_held: scanned === 'held',
              created_at,
            })
            .execute();
          await trx.updateTable('stored_file').set({ expires_at: null }).where('id', '=', file.id).execute();
          await trx
            .updateTable('stored_file')
            .set({ expires_at: now })
            .where('id', '=', logo.file_id)
            .execute();
        },
      };
    },
  };
};
