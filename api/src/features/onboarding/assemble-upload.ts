import { Readable } from 'node:stream';
import type { Selectable } from 'kysely';
import { assemblyLeaseSeconds, assemblyPauseSeconds, uploadIdleHours } from '../../deadlines.ts';
import type { Services } from '../../people/services.ts';
import type { Schema } from '../../platform/db/index.ts';
import { PermanentError, skipRun } from '../../platform/jobs/index.ts';
import type { JobKind, JobOutcome } from '../../platform/jobs/index.ts';
import { secondsAfter } from '../../platform/time.ts';
import { infectedText, scanFile } from './scan-file.ts';

export const assemblyKindName = 'onboarding-upload';
const notAssembledText = 'The file could not be put together. Please choose it again.';

/** The content of the chunks, one after another. */
async function* readChunks(files: Services['files'], ids: readonly string[]) {
  for (const id of ids) {
    const found = await files.open(id);
    if (!found) throw new PermanentError('A chunk no longer exists.');
    yield* found.body;
  }
}

/** Puts the chunks of an upload together to a file. The owner of a run is the id of the upload. */
export const assembleUploadKind = (services: Pick<Services, 'files' | 'scan' | 'audit'>): JobKind => {
  const { files, audit } = services;

  /** The upload fails: the file is gone. */
  const refuseInfected = (upload: Selectable<Schema['onboarding_upload']>, now: Date): JobOutcome => ({
    result: { infected: true },
    async effects(trx) {
      await trx
        .updateTable('onboarding_upload')
        .set({ problem: infectedText })
        .where('id', '=', upload.id)
        .execute();
      await files.setExpiry({ kind: 'onboarding-chunk', id: upload.id }, now, trx);
      await audit.record(
        {
          action: 'onboarding.file-infected',
          actorId: upload.user_id,
          detail: { form: upload.form_id, file: upload.name },
        },
        trx,
      );
    },
  });

  return {
    name: assemblyKindName,
    goesOnWhileHeld: true,
    concurrency: 2,
    leaseSeconds: assemblyLeaseSeconds,
    keepsLease: true,
    // A full disk gets room again within a day, until which the chunks are kept.
    pauses: assemblyPauseSeconds,
    async onFailed(trx, run) {
      await trx
        .updateTable('onboarding_upload')
        .set({ problem: notAssembledText })
        .where('id', '=', run.ownerId)
        .where('file_id', 'is', null)
        .execute();
    },
    async handle(run, { db, clock }) {
      const upload = await db.kysely
        .selectFrom('onboarding_upload')
        .selectAll()
        .where('id', '=', run.ownerId)
        .executeTakeFirst();
      if (!upload || upload.file_id !== null)
        return skipRun('The upload was cancelled, or it is a file already.');
      const chunks = await db.kysely
        .selectFrom('onboarding_chunk')
        .select('file_id')
        .where('upload_id', '=', upload.id)
        .orderBy('index')
        .execute();
      const ids = chunks.map(({ file_id }) => file_id);
      const now = clock();
      const owner = { kind: 'onboarding-file', id: run.id };
      const file = await files.put(
        {
          name: upload.name,
          owner,
          clientId: upload.client_id,
          // Kept once the upload is a file.
          expiresAt: secondsAfter(now, uploadIdleHours * 3600),
        },
        Readable.from(readChunks(files, ids), { objectMode: false }),
      );
      const scanned = await scanFile(services, file);
      if (scanned === 'infected') return refuseInfected(upload, now);
      return {
        result: { size: file.size },
        async effects(trx) {
          // The form may be gone, or submitted without the file.
          const { numUpdatedRows } = await trx
            .updateTable('onboarding_upload')
            .set({ file_id: file.id })
            .where('id', '=', upload.id)
            .where('file_id', 'is', null)
            .executeTakeFirst();
          if (numUpdatedRows === 0n) return;
          await trx
            .insertInto('onboarding_file')
            .values({
              id: file.id,
              form_id: upload.form_id,
              client_id: upload.client_id,
              content_id: upload.content_id,
              name: file.name,
              media_type: file.mediaType,
              size: file.size,
              is_held: scanned === 'held',
              created_at: now,
            })
            .execute();
          await files.setExpiry({ kind: 'onboarding-chunk', id: upload.id }, now, trx);
          await trx.updateTable('stored_file').set({ expires_at: null }).where('id', '=', file.id).execute();
        },
      };
    },
  };
};
