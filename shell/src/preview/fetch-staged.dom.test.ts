import { startFakeApi } from '@readerlens/auth/testing';
import { integrityOf, manifestOf, startStagedServer } from '../testing/staged-server.ts';
import { fetchStaged } from './fetch-staged.ts';

let api: Awaited<ReturnType<typeof startFakeApi>>;
let stage: Awaited<ReturnType<typeof startStagedServer>>;

/** Lets the server say that the link was made for what the stage has now. */
const sign = (more: object = {}) => {
  api.answers['POST /api/areas/preview'] = {
    data: {
      area: 'analytics',
      version: 'staged1',
      manifest: `${stage.base}area.json`,
      integrity: integrityOf(stage.reply.body),
      expiresAt: '2030-01-01T00:00:00.000Z',
      ...more,
    },
  };
};
const stageThat = (reply: typeof stage.reply) => {
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

it('answers the entry of the staged version, its files beside its description', async () => {
  const { entry, expiresAt } = await staged();
  const { requires: _requires, calls: _calls, ...manifest } = manifestOf();
  expect(entry).toEqual({ ...manifest, base: stage.base });
  expect(entry).not.toHaveProperty('previous');
  expect(expiresAt).toEqual(new Date('2030-01-01T00:00:00.000Z'));
  expect(api.calls[0]?.body).toEqual({ token: 'token' });
  expect(stage.asked).toEqual(['/analytics/staged1/area.json']);
});

it.each([
  ['missing', () => (stage.reply = { status: 404, body: 'no' }), 'Its files are not there any more.'],
  [
    'on a server that fails',
    () => (stage.reply = { status: 503, body: 'later' }),
    'The server that it is on answered 503.',
  ],
  [
    'changed',
    () => (stage.reply = { body: JSON.stringify(manifestOf({ name: 'Other' })) }),
    'It was changed after the link was made.',
  ],
  [
    'on a server that is not there',
    () => sign({ manifest: 'http://127.0.0.1:1/area.json' }),
    'The server that it is on cannot be reached.',
  ],
  ['described by no JSON', () => stageThat({ body: '<html>' }), 'Its description is not in its proper form.'],
  ['described by nothing', () => stageThat({ body: 'null' }), 'Its description is not in its proper form.'],
  ['of another version', () => sign({ version: 'staged2' }), 'Its description is of another version.'],
  ['of another area', () => sign({ area: 'review' }), 'Its description is of another version.'],
])('says what is wrong with a preview that is %s', async (_, prepare, message) => {
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
])('refuses a description without a proper %s', async (_, changes) => {
  stageThat({ body: JSON.stringify({ ...manifestOf(), ...changes }) });
  await expect(staged()).rejects.toThrow('Its description is not in its proper form.');
});

it.each([
  ['an entry', { entry: 'other.js' }],
  ['a chunk', { preload: ['other.js'] }],
  ['a file elsewhere', { entry: 'https://elsewhere.example/remoteEntry.js' }],
  ['a file above', { entry: '../remoteEntry.js' }],
])('refuses %s that nothing vouches for', async (_, changes) => {
  const elsewhere = {
    'https://elsewhere.example/remoteEntry.js': integrityOf(''),
    '../remoteEntry.js': integrityOf(''),
  };
  const vouched = 'entry' in changes && changes.entry !== 'other.js' ? elsewhere : {};
  const { integrity } = manifestOf();
  stageThat({ body: JSON.stringify(manifestOf({ ...changes, integrity: { ...integrity, ...vouched } })) });
  await expect(staged()).rejects.toThrow('Its description does not list all of its files.');
});

it('repeats what the server says of the link', async () => {
  api.answers['POST /api/areas/preview'] = { status: 400, message: 'This preview link has expired.' };
  await expect(staged()).rejects.toMatchObject({
    name: 'PreviewProblem',
    message: 'This preview link has expired.',
  });
  expect(stage.asked).toEqual([]);
});

it('waits only so long', async () => {
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
