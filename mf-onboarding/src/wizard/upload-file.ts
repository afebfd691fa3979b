import type { api } from '@readerlens/auth';
import type { CallData, Calls } from '@readerlens/contract/client';
import { uploadChunkBytes } from '@readerlens/contract/onboarding';
import type { UploadContext } from '@readerlens/ui/parts';

export interface UploadPlace {
  readonly formId: string;
  readonly contentId: string;
}

const upload = 'POST /api/onboarding/{formId}/content/{contentId}/file/upload';
const state = 'GET /api/onboarding/{formId}/content/{contentId}/file/upload/{uploadId}';
const cancelCall = 'DELETE /api/onboarding/{formId}/content/{contentId}/file/upload/{uploadId}';
const chunkCall = 'POST /api/onboarding/{formId}/content/{contentId}/file/chunk';

type Upload = CallData<Calls[typeof upload]>;

const edgeBytes = 64 * 1024;

const toHex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Browsers hash in secure contexts only; elsewhere, size and last change have to do. */
const hashEdges = async (file: File): Promise<string> => {
  const { subtle }: { readonly subtle?: SubtleCrypto } = crypto;
  if (!subtle) return '';
  const edges = new Blob([file.slice(0, edgeBytes), file.slice(Math.max(0, file.size - edgeBytes))]);
  return toHex(await subtle.digest('SHA-256', await edges.arrayBuffer())).slice(0, 40);
};

/** The same for the same file on every device: its size, its last change, its first and its last bytes. */
export const fingerprintFile = async (file: File): Promise<string> =>
  `${file.size}-${file.lastModified}-${await hashEdges(file)}`;

/** How long the page waits before it asks again: after a lost connection, and for the chunks to be put together. */
const pausesMs = [500, 1000, 2000, 4000, 8000];
const mostTries = 30;

const findPause = (tries: number): number => pausesMs[Math.min(tries, pausesMs.length - 1)]!;

const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(new Error('The upload was stopped.'));
      },
      { once: true },
    );
  });

export interface Connection {
  readonly call: typeof api;
  /** Between two attempts; tests do not wait. */
  readonly wait?: typeof waitFor;
}

/**
 * A lost connection or a busy server; anything else is the file's own problem. The class of the error is not compared,
 * because this area may have another copy of it than the client.
 */
const isPassing = (error: unknown): boolean => {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : undefined;
  return status !== undefined && (status === 0 || status === 429 || status >= 500);
};

/** Makes a call, again after what passes. */
const insist = async <T>(call: () => Promise<T>, signal: AbortSignal, wait: typeof waitFor): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error) || tries >= mostTries) throw error;
      await wait(findPause(tries), signal);
    }
  }
};

/** Begins an upload, or finds the open one of the same file. */
const begin = async (file: File, params: UploadPlace, call: typeof api, signal?: AbortSignal) => {
  const body = { fileName: file.name, fileSize: file.size, fingerprint: await fingerprintFile(file) };
  return (await call(upload, { params: { ...params }, body }, signal ? { signal } : {})).data;
};

const createChunk = (file: File, index: number, { uploadId, totalChunks }: Upload): FormData => {
  const form = new FormData();
  form.append('fileName', file.name);
  form.append('chunkIndex', String(index));
  form.append('totalChunks', String(totalChunks));
  form.append('uploadId', uploadId);
  form.append('file', file.slice(index * uploadChunkBytes, (index + 1) * uploadChunkBytes), 'chunk');
  return form;
};

/**
 * Sends a file in chunks, and waits until it can be read. What has arrived before is not sent again: after a pause, a
 * reload, on another device, or after a lost connection. The server says what is missing.
 */
export const uploadFile = async (
  file: File,
  { onProgress, signal }: UploadContext,
  place: UploadPlace,
  { call, wait = waitFor }: Connection,
): Promise<void> => {
  const begun = await insist(() => begin(file, place, call, signal), signal, wait);
  const { uploadId, totalChunks } = begun;
  const received = new Set(begun.received);
  const report = () => onProgress(received.size / totalChunks);
  report();
  for (let index = 0; index < totalChunks; index += 1) {
    if (received.has(index)) continue;
    const form = createChunk(file, index, begun);
    await insist(() => call(chunkCall, { params: { ...place } }, { signal, form }), signal, wait);
    received.add(index);
    report();
  }
  const at = { params: { ...place, uploadId } };
  for (let tries = 0; ; tries += 1) {
    const { data } = await insist(() => call(state, at, { signal }), signal, wait);
    if (data.isFileAssembled) return;
    if (data.hasFailed)
      throw new Error(data.problem ?? 'The upload has failed. Please choose the file again.');
    if (tries >= mostTries) throw new Error('The file has arrived, but it cannot be read yet.');
    await wait(findPause(tries), signal);
  }
};

/** Removes from the server what has arrived of a file. */
export const cancelUpload = async (file: File, place: UploadPlace, call: typeof api): Promise<void> => {
  const { uploadId } = await begin(file, place, call);
  await call(cancelCall, { params: { ...place, uploadId } });
};
