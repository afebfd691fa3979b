import { startFakeApi } from '@readerlens/auth/testing';
import { computeIntegrity, buildManifest, startStagedServer } from '../testing/staged-server.ts';
import { fetchStaged } from './fetch-staged.ts';

let api: Awaited<ReturnType<typeof startFakeApi>>;
let stage: Awaited<ReturnType<typeof startStagedServer>>;

/** Makes the server accept the link as signed for the manifest that the stage has now. */
const sign = (more: object = {}) => {
  api.answers['POST /api/areas/preview'] = {
    data: {
      area: 'analytics',
      version: 'staged1',
      manifest: `${stage.base}area.json`,
      integrity: computeIntegrity(stage.reply.body),
      expiresAt: '2030-01-01T00:00:00.000Z',
      ...more,
    },
  };
};
const stageReply = (reply: typeof stage.reply) => {
  stage.reply = reply;
  sign();
};
const staged = (deadlineMs = 5_000) => fetchStaged('token', new AbortController().signal, deadlineMs);

beforeEach(async () => {
  stage = await startStagedServer();
  api = await startFakeApi({});
  sign();
});
afterEach(async () => {
  await stage.close();
  await api.stop();
});

it('returns the entry of the staged version, with its files beside its manifest', async () => {
  const { entry, expiresAt } = await staged();
  const { requires: _requires, calls: _calls, ...manifest } = buildManifest();
  expect(entry).toEqual({ ...manifest, base: stage.base });
  expect(entry).not.toHaveProperty('previous');
  expect(expiresAt).toEqual(new Date('2030-01-01T00:00:00.000Z'));
  expect(api.calls[0]?.body).toEqual({ token: 'token' });
  expect(stage.requests).toEqual(['/analytics/staged1/area.json']);
});

it.each([
  ['missing', () => (stage.reply = { status: 404, body: 'no' }), 'Its files no longer exist.'],
  [
    'on a server that fails',
    () => (stage.reply = { status: 503, body: 'later' }),
    'Its server returned 503.',
  ],
  [
    'changed',
    () => (stage.reply = { body: JSON.stringify(buildManifest({ name: 'Other' })) }),
    'It was changed after the link was created.',
  ],
  [
    'on an unreachable server',
    () => sign({ manifest: 'http://127.0.0.1:1/area.json' }),
    'Its server cannot be reached.',
  ],
  ['described by invalid JSON', () => stageReply({ body: '<html>' }), 'Its manifest is invalid.'],
  ['described by null', () => stageReply({ body: 'null' }), 'Its manifest is invalid.'],
  ['of another version', () => sign({ version: 'staged2' }), 'Its manifest is for a different version.'],
  ['of another area', () => sign({ area: 'review' }), 'Its manifest is for a different version.'],
])('reports what is wrong with a preview that is %s', async (_, prepare, message) => {
  prepare();
  await expect(staged()).rejects.toMatchObject({ name: 'PreviewProblem', message });
});

it.each([
  ['entry', { entry: '' }],
  ['preload', { preload: undefined }],
  ['integrity', { integrity: undefined }],
  ['hash', { integrity: { 'remoteEntry.js': 'none' } }],
  ['route', { routes: [{ path: 'https://elsewhere.example', title: 'x', access: {} }] }],
  ['access', { navigation: [{ group: 'a', label: 'b', to: '/', order: 1 }] }],
])('rejects a manifest with an invalid %s', async (_, changes) => {
  stageReply({ body: JSON.stringify({ ...buildManifest(), ...changes }) });
  await expect(staged()).rejects.toThrow('Its manifest is invalid.');
});

it.each([
  ['an entry', { entry: 'other.js' }],
  ['a chunk', { preload: ['other.js'] }],
  ['a file elsewhere', { entry: 'https://elsewhere.example/remoteEntry.js' }],
  ['a file above', { entry: '../remoteEntry.js' }],
])('rejects %s without a listed integrity', async (_, changes) => {
  const elsewhere = {
    'https://elsewhere.example/remoteEntry.js': computeIntegrity(''),
    '../remoteEntry.js': computeIntegrity(''),
  };
  const listed = 'entry' in changes && changes.entry !== 'other.js' ? elsewhere : {};
  const { integrity } = buildManifest();
  stageReply({ body: JSON.stringify(buildManifest({ ...changes, integrity: { ...integrity, ...listed } })) });
  await expect(staged()).rejects.toThrow('Its manifest does not list all of its files.');
});

it("passes on the server's message about the link", async () => {
  api.answers['POST /api/areas/preview'] = { status: 400, message: 'This preview link has expired.' };
  await expect(staged()).rejects.toMatchObject({
    name: 'PreviewProblem',
    message: 'This preview link has expired.',
  });
  expect(stage.requests).toEqual([]);
});

it('gives up after the deadline', async () => {
  stage.reply = { ...stage.reply, hangs: true };
  await expect(staged(1_000)).rejects.toThrow('It took longer than 1 seconds.');
});

it('ends when it is aborted', async () => {
  stage.reply = { ...stage.reply, hangs: true };
  const controller = new AbortController();
  const waiting = fetchStaged('token', controller.signal);
  controller.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
});
