import { emptyFileMessage } from '@readerlens/contract/messages';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { maxFormUploadBytes, maxUploadBytes, uploadChunkBytes } from '@readerlens/contract';
import type { CallData, Calls, Upload } from '@readerlens/contract';
import { canonicalLine } from '@readerlens/contract/text';
import { sql } from 'kysely';
import type { Selectable, Transaction } from 'kysely';
import { assemblyLooksMs, uploadIdleHours } from '../../deadlines.ts';
import { maskedText } from '../../people/blinding/pseudonyms.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import type { Schema } from '../../platform/db/index.ts';
import { safeFileName } from '../../platform/files/index.ts';
import type { StoredFile } from '../../platform/files/index.ts';
import { AppError, badRequest, conflict, invalidInput, notFound } from '../../platform/http/errors.ts';
import { parseUuid } from '../../platform/http/ids.ts';
import { formError, readFieldText } from '../../platform/http/multipart.ts';
import { secondsAfter } from '../../platform/time.ts';
import { assemblyKindName } from './assemble-upload.ts';
import { findContentId } from './content.ts';
import { discardRefused } from './discard-refused.ts';
import type { FormViews } from './form-view.ts';
import { findForm, lockOpenForm } from './onboarding.policy.ts';
import type { FormRow } from './onboarding.policy.ts';

type Parts = Pick<Services, 'db' | 'jobs' | 'files'> & { readonly views: FormViews };
type UploadRow = Selectable<Schema['onboarding_upload']>;
type ChunkAnswer = CallData<Calls['POST /api/onboarding/{formId}/content/{contentId}/file/chunk']>;

interface ContentAt {
  readonly formId: string;
  readonly contentId: string;
}
type UploadAt = ContentAt & { readonly uploadId: string };

const chunkOwner = (uploadId: string) => ({ kind: 'onboarding-chunk', id: uploadId });

interface SentChunk {
  /** Its content. */
  readonly stored: StoredFile;
  readonly fileName: string;
  readonly index: number;
  readonly total: number;
  readonly uploadId: string | undefined;
}

const maxChunks = maxUploadBytes / uploadChunkBytes;
/** The name of a file as it is stored and shown; '' for none. */
const readFileName = (name: string): string => {
  const line = canonicalLine(name);
  return line === '' ? '' : safeFileName(line);
};

const tooLargeText = 'The file is larger than 500 MB.';
const tooLarge = (path: string) =>
  new AppError(413, 'payload_too_large', tooLargeText, { details: [{ path, message: tooLargeText }] });

const wholeNumber = (name: string, text: string | undefined): number => {
  if (text !== undefined && /^\d{1,9}$/.test(text)) return Number(text);
  throw invalidInput(name, 'This must be a whole number.');
};

/** All chunks but the last one are full. */
const checkChunk = ({ stored: { size }, index, total }: SentChunk) => {
  if (total < 1) throw invalidInput('totalChunks', 'The file has no parts.');
  if (total > maxChunks) throw tooLarge('totalChunks');
  if (index >= total) throw invalidInput('chunkIndex', 'The file has fewer parts.');
  const isLast = index === total - 1;
  if (size === 0 || (!isLast && size !== uploadChunkBytes))
    throw invalidInput('file', `Each chunk but the last one must have ${uploadChunkBytes} bytes`);
};

/** Streams the content of a chunk to the store, where it expires unless it is taken. */
const storeContent = async (files: Services['files'], file: MultipartFile['file'], expiresAt: Date) => {
  const stored = await files.put(
    {
      name: 'chunk',
      owner: { kind: 'onboarding-chunk', id: 'arriving' },
      mediaType: 'application/octet-stream',
      expiresAt,
    },
    file,
  );
  if (!file.truncated) return stored;
  await files.delete(stored.id);
  throw invalidInput('file', `A chunk must not have more than ${uploadChunkBytes} bytes`);
};

const toChunk = (stored: StoredFile | undefined, fields: Readonly<Record<string, string>>): SentChunk => {
  if (!stored) throw invalidInput('file', 'file is missing');
  const fileName = readFileName(fields['fileName'] ?? '');
  if (fileName === '') throw invalidInput('fileName', 'The name of the file is missing.');
  const chunk = {
    stored,
    fileName,
    index: wholeNumber('chunkIndex', fields['chunkIndex']),
    total: wholeNumber('totalChunks', fields['totalChunks']),
    uploadId: fields['uploadId'],
  };
  checkChunk(chunk);
  return chunk;
};

/** Reads a chunk, and stores its content. Nothing is left of one that is refused. */
const readChunk = async (
  files: Services['files'],
  request: FastifyRequest,
  expiresAt: Date,
): Promise<SentChunk> => {
  const fields: Record<string, string> = {};
  let stored: StoredFile | undefined;
  const limits = { files: 1, fields: 10, parts: 11, fileSize: uploadChunkBytes, fieldSize: 4096 };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') fields[part.fieldname] = readFieldText(part);
      else if (part.fieldname === 'file') stored = await storeContent(files, part.file, expiresAt);
      else throw invalidInput(part.fieldname, `${part.fieldname} is unknown`);
    }
    return toChunk(stored, fields);
  } catch (error) {
    if (stored) await files.delete(stored.id).catch(() => undefined);
    throw formError(error);
  }
};

/**
 * Uploads in chunks, which arrive in any order and at any process. Once all have arrived, a job puts them together.
 * Neither the form nor the content shows anything of an upload before that.
 */
export const createUploads = ({ db, jobs, files, views }: Parts) => {
  const isOpen = (upload: UploadRow) => upload.file_id === null && upload.problem === null;

  const showAnswer = async (upload: UploadRow, session: Session): Promise<ChunkAnswer> => {
    const file =
      upload.file_id === null
        ? undefined
        : await db.kysely
            .selectFrom('onboarding_file')
            .select(['id', 'is_held'])
            .where('id', '=', upload.file_id)
            .executeTakeFirst();
    return {
      isFileAssembled: upload.file_id !== null,
      fullFileUrl: file ? views.linkTo(file, session) : null,
    };
  };

  /** The upload once its chunks are put together, or as it is after a while. */
  const waitForFile = async (upload: UploadRow): Promise<UploadRow> => {
    jobs.wake();
    let latest: UploadRow | undefined = upload;
    for (const ms of assemblyLooksMs) {
      if (!latest || !isOpen(latest)) break;
      await jobs.wait(ms);
      latest = await db.kysely
        .selectFrom('onboarding_upload')
        .selectAll()
        .where('id', '=', upload.id)
        .executeTakeFirst();
    }
    return latest ?? upload;
  };

  const show = async (upload: UploadRow, session: Session): Promise<Upload> => {
    const chunks = await db.kysely
      .selectFrom('onboarding_chunk')
      .select('index')
      .where('upload_id', '=', upload.id)
      .orderBy('index')
      .execute();
    return {
      uploadId: upload.id,
      fileName: session.blinded ? maskedText : upload.name,
      fileSize: upload.size ?? 0,
      totalChunks: upload.total_chunks,
      received: chunks.map(({ index }) => index),
      hasFailed: upload.problem !== null,
      problem: upload.problem,
      ...(await showAnswer(upload, session)),
    };
  };

  /** Throws 404 for an upload of another content. */
  const find = async ({ formId, contentId, uploadId }: UploadAt, session: Session): Promise<UploadRow> => {
    const form = await findForm(db.kysely, formId, session);
    const content = await findContentId(db.kysely, form, contentId);
    const upload = await db.kysely
      .selectFrom('onboarding_upload')
      .selectAll()
      .where('id', '=', parseUuid(uploadId) ?? form.id)
      .where('content_id', '=', content)
      .executeTakeFirst();
    if (!upload) throw notFound('There is no such upload. Please choose the file again.');
    return upload;
  };

  const checkQuota = async (trx: Transaction<Schema>, form: FormRow, added: number): Promise<void> => {
    const { rows } = await sql<{ used: number }>`
      SELECT (SELECT coalesce(sum(size), 0) FROM onboarding_file WHERE form_id = ${form.id}::uuid)
        + (SELECT coalesce(sum(coalesce(size, total_chunks * ${uploadChunkBytes}::bigint)), 0) FROM onboarding_upload
           WHERE form_id = ${form.id}::uuid AND file_id IS NULL AND problem IS NULL) AS used`.execute(trx);
    if ((rows[0]?.used ?? 0) + added > maxFormUploadBytes)
      throw conflict('The files of a form can have 5 GB together. Delete one that is no longer needed.');
  };

  const insert = (
    trx: Transaction<Schema>,
    form: FormRow,
    values: Pick<UploadRow, 'content_id' | 'user_id' | 'name' | 'size' | 'total_chunks' | 'fingerprint'>,
  ): Promise<UploadRow> => {
    const now = jobs.clock();
    return trx
      .insertInto('onboarding_upload')
      .values({ ...values, form_id: form.id, client_id: form.client_id, created_at: now, last_chunk_at: now })
      .returningAll()
      .executeTakeFirstOrThrow();
  };

  const remove = async (uploadId: string, trx: Transaction<Schema>): Promise<void> => {
    await files.setExpiry(chunkOwner(uploadId), jobs.clock(), trx);
    await trx.deleteFrom('onboarding_upload').where('id', '=', uploadId).execute();
  };

  /** The upload that a chunk belongs to: the named one, else the open one of the same file, else a new one. */
  const findOrBegin = async (
    trx: Transaction<Schema>,
    form: FormRow,
    contentId: string,
    chunk: SentChunk,
    session: Session,
  ): Promise<UploadRow> => {
    const open = trx.selectFrom('onboarding_upload').selectAll().where('content_id', '=', contentId);
    if (chunk.uploadId !== undefined) {
      const upload = await open.where('id', '=', parseUuid(chunk.uploadId) ?? form.id).executeTakeFirst();
      if (!upload) throw notFound('There is no such upload. Please choose the file again.');
      return upload;
    }
    const upload = await open
      .where('user_id', '=', session.user.id)
      .where('name', '=', chunk.fileName)
      .where('total_chunks', '=', chunk.total)
      .where('fingerprint', 'is', null)
      .orderBy('created_at', 'desc')
      .executeTakeFirst();
    const first = upload && chunk.index === 0 ? await findChunk(trx, upload.id, 0) : undefined;
    if (upload && (first === undefined || first.checksum === chunk.stored.checksum)) return upload;
    // Another file of the same name.
    if (upload && isOpen(upload)) await remove(upload.id, trx);
    await checkQuota(trx, form, chunk.total * uploadChunkBytes);
    return insert(trx, form, {
      content_id: contentId,
      user_id: session.user.id,
      name: chunk.fileName,
      size: null,
      total_chunks: chunk.total,
      fingerprint: null,
    });
  };

  const findChunk = (trx: Transaction<Schema>, uploadId: string, index: number) =>
    trx
      .selectFrom('onboarding_chunk')
      .select(['checksum'])
      .where('upload_id', '=', uploadId)
      .where('index', '=', index)
      .executeTakeFirst();

  const checkSize = (upload: UploadRow, { stored, index, total }: SentChunk) => {
    if (total !== upload.total_chunks)
      throw conflict('The upload has another number of chunks. Please choose the file again.');
    const rest = upload.size === null ? undefined : upload.size - index * uploadChunkBytes;
    if (index === total - 1 && rest !== undefined && stored.size !== rest)
      throw invalidInput('file', 'The last chunk has another size than the file that was announced');
  };

  /** Stores the chunk in the locked form. Returns whether it is new. */
  const storeChunk = async (
    trx: Transaction<Schema>,
    { formId, contentId }: ContentAt,
    chunk: SentChunk,
    session: Session,
  ): Promise<{ upload: UploadRow; isNew: boolean; isComplete: boolean }> => {
    const now = jobs.clock();
    const { stored } = chunk;
    const form = await lockOpenForm(trx, formId, session, now);
    const content = await findContentId(trx, form, contentId);
    const upload = await findOrBegin(trx, form, content, chunk, session);
    checkSize(upload, chunk);
    const known = await findChunk(trx, upload.id, chunk.index);
    if (known && known.checksum !== stored.checksum)
      throw conflict('Another content of this chunk has arrived already. Please choose the file again.');
    if (known || !isOpen(upload)) return { upload, isNew: false, isComplete: upload.complete_at !== null };
    await trx
      .insertInto('onboarding_chunk')
      .values({
        upload_id: upload.id,
        client_id: form.client_id,
        index: chunk.index,
        size: stored.size,
        checksum: stored.checksum,
        file_id: stored.id,
      })
      .execute();
    const { count } = await trx
      .selectFrom('onboarding_chunk')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('upload_id', '=', upload.id)
      .executeTakeFirstOrThrow();
    const isComplete = count === upload.total_chunks;
    await trx
      .updateTable('onboarding_upload')
      .set({ last_chunk_at: now, ...(isComplete ? { complete_at: now } : {}) })
      .where('id', '=', upload.id)
      .execute();
    await files.setExpiry(chunkOwner(upload.id), secondsAfter(now, uploadIdleHours * 3600), trx);
    if (isComplete)
      await jobs.addAll(trx, assemblyKindName, [
        { ownerId: upload.id, clientId: upload.client_id, slotKey: 'assemble', at: now },
      ]);
    return { upload, isNew: true, isComplete };
  };

  return {
    /** Returns the open upload of the same file, so that another device continues it, or begins one. */
    begin: (
      { formId, contentId }: ContentAt,
      { fileName, fileSize, fingerprint }: { fileName: string; fileSize: number; fingerprint: string },
      session: Session,
    ): Promise<Upload> =>
      db
        .transaction(async (trx) => {
          const form = await lockOpenForm(trx, formId, session, jobs.clock());
          const content = await findContentId(trx, form, contentId);
          const name = readFileName(fileName);
          if (name === '') throw invalidInput('fileName', 'The name of the file is missing.');
          if (fileSize > maxUploadBytes) throw tooLarge('fileSize');
          if (fileSize === 0) throw badRequest(emptyFileMessage, 'invalid_input');
          const open = await trx
            .selectFrom('onboarding_upload')
            .selectAll()
            .where('content_id', '=', content)
            .where('name', '=', name)
            .where('size', '=', fileSize)
            .where('fingerprint', '=', fingerprint)
            .where('file_id', 'is', null)
            .where('problem', 'is', null)
            .executeTakeFirst();
          if (open) return open;
          await checkQuota(trx, form, fileSize);
          return insert(trx, form, {
            content_id: content,
            user_id: session.user.id,
            name,
            size: fileSize,
            total_chunks: Math.ceil(fileSize / uploadChunkBytes),
            fingerprint,
          });
        })
        .then((upload) => show(upload, session)),

    read: async (at: UploadAt, session: Session): Promise<Upload> => show(await find(at, session), session),

    async cancel(at: UploadAt, session: Session): Promise<void> {
      const { id } = await find(at, session);
      await db.transaction(async (trx) => {
        await lockOpenForm(trx, at.formId, session, jobs.clock());
        await remove(id, trx);
      });
    },

    /** Takes one chunk. The same chunk again changes nothing. */
    async takeChunk(at: ContentAt, request: FastifyRequest, session: Session): Promise<ChunkAnswer> {
      // Before the content is read: a stranger's upload takes no space.
      await findForm(db.kysely, at.formId, session);
      const expiresAt = secondsAfter(jobs.clock(), uploadIdleHours * 3600);
      const chunk = await readChunk(files, request, expiresAt);
      const { id } = chunk.stored;
      const store = () =>
        db.transaction(async (trx) => {
          const taken = await storeChunk(trx, at, chunk, session);
          if (taken.isNew)
            await trx
              .updateTable('stored_file')
              .set({ owner_id: taken.upload.id, client_id: taken.upload.client_id })
              .where('id', '=', id)
              .execute();
          return taken;
        });
      // What follows must not delete what is stored now.
      const { upload, isNew, isComplete } = await store().catch(async (error: unknown) => {
        await discardRefused(files, [id], error);
        throw error;
      });
      if (!isNew) await files.delete(id);
      return showAnswer(isComplete ? await waitForFile(upload) : upload, session);
    },
  };
};
