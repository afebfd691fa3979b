import { ApiError } from '@readerlens/contract/client';
import { uploadChunkBytes } from '@readerlens/contract/onboarding';
import { cancelUpload, uploadFile } from './upload-file.ts';
import type { Connection } from './upload-file.ts';

const begin = 'POST /api/onboarding/{formId}/content/{contentId}/file/upload';
const state = 'GET /api/onboarding/{formId}/content/{contentId}/file/upload/{uploadId}';
const chunk = 'POST /api/onboarding/{formId}/content/{contentId}/file/chunk';
const cancel = 'DELETE /api/onboarding/{formId}/content/{contentId}/file/upload/{uploadId}';
const place = { formId: 'f1', contentId: 'c1' };

const file = new File([new Uint8Array(2 * uploadChunkBytes + 5)], 'paper.pdf', { lastModified: 5 });

const failWith = (status: number, message: string) => new ApiError({ message, status, code: 'internal' });
const lost = () => failWith(0, 'The connection was lost.');

/** A server with one upload; `answer` may refuse a call before the server has it. */
const createServer = (answer: (call: string, index: number) => void = () => undefined) => {
  const chunks = new Map<number, number>();
  const calls: string[] = [];
  const pauses: number[] = [];
  const fingerprints: string[] = [];
  const readsUntilAssembled = { left: 0 };
  const assembly = { hasFailed: false };
  const call = (async (
    key: string,
    input: { body?: { fingerprint: string } },
    { form }: { form?: FormData } = {},
  ) => {
    const index = Number(form?.get('chunkIndex') ?? -1);
    calls.push(index < 0 ? key : `${key} ${index}`);
    answer(key, index);
    if (key === begin) fingerprints.push(input.body?.fingerprint ?? '');
    const sent = form?.get('file');
    if (key === chunk && sent instanceof Blob) chunks.set(index, sent.size);
    if (key === cancel) chunks.clear();
    if (key === state) readsUntilAssembled.left -= 1;
    return {
      data: {
        uploadId: 'u1',
        totalChunks: 3,
        received: [...chunks.keys()],
        isFileAssembled: chunks.size === 3 && !assembly.hasFailed && readsUntilAssembled.left < 0,
        hasFailed: assembly.hasFailed,
        problem: assembly.hasFailed ? 'The file contains a virus. It was deleted.' : null,
      },
    };
  }) as unknown as Connection['call'];
  const wait = async (ms: number) => {
    pauses.push(ms);
  };
  const countChunks = (number: number) => calls.filter((each) => each === `${chunk} ${number}`).length;
  return { call, wait, calls, pauses, chunks, fingerprints, readsUntilAssembled, assembly, countChunks };
};

const createContext = () => {
  const abort = new AbortController();
  const progress: number[] = [];
  return {
    abort,
    progress,
    context: { signal: abort.signal, onProgress: (share: number) => progress.push(share) },
  };
};

it('sends the chunks of a file one after another, and waits until it can be read', async () => {
  const server = createServer();
  server.readsUntilAssembled.left = 2;
  const { context, progress } = createContext();
  await uploadFile(file, context, place, server);
  expect([...server.chunks]).toEqual([
    [0, uploadChunkBytes],
    [1, uploadChunkBytes],
    [2, 5],
  ]);
  expect(progress).toEqual([0, 1 / 3, 2 / 3, 1]);
  expect(server.pauses).toEqual([500, 1000]);
});

it('sends again only what a lost connection, a busy server or a full queue has kept from arriving', async () => {
  const failures = [lost(), failWith(503, 'Busy.'), failWith(429, 'Wait.')];
  const server = createServer((key, index) => {
    const failure = key === chunk && index === 1 ? failures.shift() : undefined;
    if (failure) throw failure;
  });
  await uploadFile(file, createContext().context, place, server);
  expect([0, 1, 2].map(server.countChunks)).toEqual([1, 4, 1]);
  expect(server.pauses).toEqual([500, 1000, 2000]);
});

it('gives up when the connection does not come back', async () => {
  const server = createServer((key) => {
    if (key === chunk) throw lost();
  });
  await expect(uploadFile(file, createContext().context, place, server)).rejects.toThrow(
    'The connection was lost.',
  );
  expect(server.pauses).toHaveLength(30);
});

it('sends only what is missing of a file that is chosen again', async () => {
  const server = createServer();
  server.chunks.set(0, uploadChunkBytes).set(2, 5);
  const { context, progress } = createContext();
  await uploadFile(file, context, place, server);
  expect([0, 1, 2].map(server.countChunks)).toEqual([0, 1, 0]);
  expect(progress).toEqual([2 / 3, 1]);
});

it('ends with a refusal, which is not sent again', async () => {
  const refusal = failWith(413, 'The file is larger than 500 MB.');
  const server = createServer((key) => {
    if (key === begin) throw refusal;
  });
  await expect(uploadFile(file, createContext().context, place, server)).rejects.toBe(refusal);
  expect(server.calls).toEqual([begin]);
});

it('stops when it is paused, and goes on with what is missing', async () => {
  const { abort, context } = createContext();
  const server = createServer((key, index) => {
    if (key !== chunk || index !== 1 || abort.signal.aborted) return;
    abort.abort();
    throw lost();
  });
  await expect(uploadFile(file, context, place, server)).rejects.toThrow('aborted');
  expect(server.calls).not.toContain(cancel);
  await uploadFile(file, createContext().context, place, server);
  expect([0, 1, 2].map(server.countChunks)).toEqual([1, 2, 1]);
});

it('is removed from the server when it is canceled', async () => {
  const server = createServer();
  server.chunks.set(0, uploadChunkBytes);
  await cancelUpload(file, place, server.call);
  expect(server.calls).toEqual([begin, cancel]);
  expect(server.chunks.size).toBe(0);
});

it('knows a file by its size, its last change, its beginning and its end', async () => {
  const server = createServer();
  const made = (content: string, lastModified = 5) => new File([content], 'paper.pdf', { lastModified });
  for (const each of [made('a'), made('a'), made('b'), made('a', 6), made('aa')])
    await cancelUpload(each, place, server.call);
  const [first, same, ...others] = server.fingerprints;
  expect(same).toBe(first);
  expect(new Set([first, ...others]).size).toBe(4);
});

it('says why there is no file', async () => {
  const server = createServer();
  server.assembly.hasFailed = true;
  await expect(uploadFile(file, createContext().context, place, server)).rejects.toThrow(
    'The file contains a virus. It was deleted.',
  );
  expect(server.pauses).toEqual([]);
});
