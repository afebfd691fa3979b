import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CompanyInfo, Upload } from '@readerlens/contract';
import type { Database } from '../../../platform/db/index.ts';
import { onboardingWorld } from './onboarding-world.ts';
import type { Person } from './onboarding-world.ts';
import { chunkAt, uploadContent } from './upload-content.ts';
import { runUploadJobs } from './run-upload-jobs.ts';

export const chunkCall = 'POST /api/onboarding/{formId}/content/{contentId}/file/chunk';
export const beginCall = 'POST /api/onboarding/{formId}/content/{contentId}/file/upload';
export const readCall = 'GET /api/onboarding/{formId}/content/{contentId}/file/upload/{uploadId}';
const logosCall = 'POST /api/onboarding/{formId}/company-info/logos';

export type Logo = CompanyInfo['logos'][number];

export const hashContent = (content: Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** A form with a content item, whose files are in a folder. `environment` may wait for what a test starts before. */
export const uploadsWorld = (
  db: () => Database,
  environment: () => Readonly<Record<string, string>> = () => ({}),
) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'uploads-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const form = onboardingWorld(db, () => ({ FILES_STORE: folder, ...environment() }));
  const { world, onForm, multipart, read, addContent } = form;
  const place = { contentId: '' };
  beforeEach(async () => {
    place.contentId = await addContent();
  });

  const begin = (more: object = {}) =>
    onForm(beginCall, 'owner', {
      params: { ...place },
      body: { fileName: 'paper.bin', fileSize: uploadContent.length, fingerprint: 'f1', ...more },
    });
  const begun = async (more: object = {}) => (await begin(more)).body.data as Upload;
  const sendChunk = (
    index: number,
    fields: Readonly<Record<string, string>> = {},
    content: Uint8Array = chunkAt(index),
    by: Person = 'owner',
  ) =>
    multipart(
      chunkCall,
      by,
      { ...place },
      { fileName: 'paper.bin', chunkIndex: String(index), totalChunks: '3', ...fields },
      [{ field: 'file', name: 'blob', content }],
    );
  const runJobs = (secondsLater = 0) => runUploadJobs(world().services, secondsLater);
  const readUpload = async (uploadId: string) =>
    (await onForm(readCall, 'owner', { params: { ...place, uploadId } })).body.data as Upload;
  /** Sends a file of one chunk, and runs its job. */
  const uploadSmall = async (content: Uint8Array, fileName = 'paper.bin') => {
    const upload = await begun({ fileName, fileSize: content.length, fingerprint: hashContent(content) });
    const { uploadId } = upload;
    const sent = await sendChunk(0, { uploadId, fileName, totalChunks: '1' }, content);
    expect(sent.status).toBe(200);
    await runJobs();
    return readUpload(uploadId);
  };
  const listFiles = async (by: Person = 'owner') => (await read(by)).content[0]?.uploadedFileUrls ?? [];
  const addLogos = (...contents: readonly (Uint8Array | string)[]) =>
    multipart(
      logosCall,
      'owner',
      {},
      {},
      contents.map((content, index) => ({
        field: 'file',
        name: `../logo${index}.png`,
        content: Buffer.from(content),
      })),
    );
  const readLogos = async (by: Person = 'owner') => (await read(by)).companyInfo.logos;
  const get = async (link: string | null | undefined) => {
    const { statusCode, headers, body, rawPayload } = await world().app.inject({ url: link ?? '/none' });
    return { status: statusCode, headers: { ...headers }, body, rawPayload };
  };
  /** How many stored files there are, as the folder has them. */
  const countStored = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(path.join(folder, name)).isFile(),
    ).length;

  return {
    ...form,
    place,
    begin,
    begun,
    sendChunk,
    runJobs,
    readUpload,
    uploadSmall,
    listFiles,
    addLogos,
    readLogos,
    get,
    countStored,
  };
};
