import { ApiError, api } from '@readerlens/auth';
import { uploadChunkBytes } from '@readerlens/contract/onboarding';
import type { UploadContext } from '@readerlens/ui/parts';

export interface UploadPlace {
  readonly formId: string;
  readonly contentId: string;
}

const upload = 'POST /api/onboarding/{formId}/content/{contentId}/file/upload';
const state = 'GET /api/onboarding/{formId}/content/{contentId}/file/upload/{uploadId}';
const chunkCall = 'POST /api/onboarding/{formId}/content/{contentId}/file/chunk';

const edgeBytes = 64 * 1024;

const toHex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The same for the same file on every device: its size, its last change, its first and its last bytes. */
export const fingerprintFile = async (file: File): Promise<string> => {
  const edges = new Blob([file.slice(0, edgeBytes), file.slice(Math.max(0, file.size - edgeBytes))]);
  const hash = await crypto.subtle.digest('SHA-256', await edges.arrayBuffer());
  return `${file.size}-${toHex(hash).slice(0, 40)}`;
};

/** How long the page waits before it asks again: after a lost connection, and for the chunks to be put together. */
const pausesMs = [500, 1000, 2000, 4000, 8000];
const mostTries = 30;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(new Error('The upload was cancelled.'));
      },
      { once: true },
    );
  });

/** A lost connection or a busy server; anything else is the file's own problem. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Repeats what a lost connection interrupts. */
const insist = async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error) || tries >= mostTries) throw error;
      await pause(pausesMs[Math.min(tries, pausesMs.length - 1)]!, signal);
    }
  }
};

/**
 * Sends a file in chunks, and waits until it can be read. What has arrived before is not sent again: after a reload, on
 * another device, or after a lost connection. The server says what is missing.
 */
export const uploadFile = async (
  file: File,
  { onProgress, signal }: UploadContext,
  place: UploadPlace,
): Promise<void> => {
  const params = { ...place };
  const body = { fileName: file.name, fileSize: file.size, fingerprint: await fingerprintFile(file) };
  const { data: begun } = await insist(() => api(upload, { params, body }, { signal }), signal);
  const { uploadId, totalChunks } = begun;
  const received = new Set(begun.received);
  const report = () => onProgress(received.size / totalChunks);
  report();
  for (let index = 0; index < totalChunks; index += 1) {
    if (received.has(index)) continue;
    const form = new FormData();
    form.append('fileName', file.name);
    form.append('chunkIndex', String(index));
    form.append('totalChunks', String(totalChunks));
    form.append('uploadId', uploadId);
    form.append('file', file.slice(index * uploadChunkBytes, (index + 1) * uploadChunkBytes), 'chunk');
    await insist(() => api(chunkCall, { params }, { signal, form }), signal);
    received.add(index);
    report();
  }
  const at = { params: { ...place, uploadId } };
  for (let tries = 0; ; tries += 1) {
    const { data } = await insist(() => api(state, at, { signal }), signal);
    if (data.isFileAssembled) return;
    if (tries >= mostTries) throw new Error('The file has arrived, but it cannot be read yet.');
    await pause(pausesMs[Math.min(tries, pausesMs.length - 1)]!, signal);
  }
};
