import type { ReportDelivery } from '@readerlens/contract';
import { Webhook } from 'standardwebhooks';
import type { UserRow } from '../../people/tables.ts';
import { mailKind } from '../../platform/mail/mail-kind.ts';
import { deliverByMail } from '../../platform/mail/deliveries.ts';
import { createRunner } from '../../platform/jobs/index.ts';
import { startMailServer } from '../../platform/mail/testing/mail-server.ts';
import { smtpTransport } from '../../platform/mail/transport.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { receiverPerTest, respondWith } from '../../platform/webhooks/testing/receiver.ts';
import { blinded, webhookWorld } from '../webhooks/testing/webhook-world.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';
const minute = 60_000;
const start = Date.parse('2026-03-02T12:00:00.000Z');
const at = (minutes: number) => new Date(start + minutes * minute).toISOString();

describeOnOneEngine('deliveries of a run', (db) => {
  const world = webhookWorld(db);
  const receiver = receiverPerTest();
  let owner: UserRow;
  let staff: UserRow;
  let secret = '';
  beforeEach(async () => {
    owner = await world.addPerson();
    staff = await world.addPerson({ role: 'Internal' });
    secret = await world.connect(staff, receiver().url);
  });

  const replay = (id: string, by = owner) =>
    world.call(by, 'POST /api/activity-report-delivery/{id}/replay', { params: { id } });
  const replayRange = (id: string, body: object, by = owner) =>
    world.call(by, 'POST /api/activity-report-config/{id}/replay', { params: { id }, body });
  const refusal = async (answer: ReturnType<typeof replay>) => {
    const { status, body } = await answer;
    return [status, body.message];
  };
  const sent = async (messages = 1) => {
    const reported = await world.reported(owner, messages);
    await world.work();
    return reported;
  };

  describe('replays', () => {
    it('have the same id and body, and a new timestamp and signature', async () => {
      const { id } = await sent();
      world.pass(60);
      const { status, body } = await replay(id);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ id, state: 'queued', attempts: 0, canReplay: false });
      await world.work();
      await world.work();
      expect(receiver().received).toHaveLength(2);
      const [first, second] = receiver().received;
      expect(second?.body).toBe(first?.body);
      expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
      expect(second?.headers['webhook-timestamp']).toBe('1772452860');
      expect(second?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature']);
      const headers = second?.headers as Record<string, string>;
      expect(new Webhook(secret).verify(second?.body ?? '', headers)).toEqual({ reader: 'Zoë' });
      expect(await world.delivery(id)).toMatchObject({ state: 'sent', sent_at: new Date(at(1)) });
      expect(await world.event('activity-report.replay')).toMatchObject({
        actor_id: owner.id,
        detail: { delivery: id },
      });
    });

    it('send a message that failed', async () => {
      receiver().respond = respondWith(410, 200);
      const { id, configId } = await sent();
      expect((await world.delivery(id)).state).toBe('failed');
      await replay(id);
      await world.work();
      expect((await world.delivery(id)).state).toBe('sent');
      expect((await world.subscription(configId)).failed_messages).toBe(0);
    });

    it('are refused while the message is under way', async () => {
      receiver().respond = respondWith(500);
      const { id } = await world.reported(owner);
      const underWay = [409, 'The message is being sent.'];
      expect(await refusal(replay(id))).toEqual(underWay);
      await world.work();
      expect(await refusal(replay(id))).toEqual(underWay);
      receiver().respond = respondWith(200);
      world.pass(60);
      await world.work();
      expect((await replay(id)).status).toBe(200);
      expect(await refusal(replay(id))).toEqual(underWay);
    });

    it('that are asked for at once happen once', async () => {
      const { id } = await sent();
      const answers = await Promise.all([replay(id), replay(id), replay(id)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
      await world.work();
      expect(receiver().received).toHaveLength(2);
    });

    it('are refused while messages are paused, and for a configuration that sends nothing', async () => {
      const { id, configId } = await sent();
      await world.pause(configId, new Date());
      expect(await refusal(replay(id))).toEqual([409, 'Messages are paused after repeated failure.']);
      await world.pause(configId, null);
      await world.changeConfig(configId, { is_disabled: true });
      expect(await refusal(replay(id))).toEqual([409, 'The activity report configuration is disabled.']);
      await world.changeConfig(configId, { is_disabled: false, deleted_at: new Date() });
      expect((await replay(id)).status).toBe(404);
      await world.work();
      expect(receiver().received).toHaveLength(1);
    });

    it('are refused if the owner may no longer see a client of the message', async () => {
      const { configId, runId } = await sent();
      const other = await world.addMessage(runId, configId, { clientId: 2 });
      await world.work();
      await db()
        .kysely.deleteFrom('user_client')
        .where('user_id', '=', owner.id)
        .where('client_id', '=', 2)
        .execute();
      for (const by of [owner, staff])
        expect(await refusal(replay(other, by))).toEqual([
          409,
          'The user of the report may no longer see every client of the message.',
        ]);
      const { body } = await replayRange(configId, { from: at(0), to: at(1) });
      expect(body.data).toEqual({ replayed: 1 });
    });

    it('are refused if they hold activities of other clients than their receiver, as earlier versions stored', async () => {
      const { configId, runId } = await sent();
      const mixed = await world.addMessage(runId, configId);
      await world.work();
      expect(receiver().received).toHaveLength(2);
      await db()
        .kysely.updateTable('webhook_message')
        .set({ client_ids: [1, 2] })
        .where('delivery_id', '=', mixed)
        .execute();
      expect(await refusal(replay(mixed))).toEqual([
        409,
        'The message holds activities of clients other than the one that receives it.',
      ]);
      const { body } = await replayRange(configId, { from: at(0), to: at(1) });
      expect(body.data).toEqual({ replayed: 1 });
    });

    it('of a period are counted', async () => {
      const { configId, runId, ids } = await sent(2);
      world.pass(60);
      const later = await world.addMessage(runId, configId);
      await world.work();
      world.pass(60);
      const waiting = await world.addMessage(runId, configId);
      await sent();
      expect(receiver().received).toHaveLength(5);
      const period = async (from: number, to: number) =>
        (await replayRange(configId, { from: at(from), to: at(to) })).body.data;
      expect(await period(3, 9)).toEqual({ replayed: 0 });
      expect(await period(1, 1)).toEqual({ replayed: 1 });
      // Without the one that is under way.
      expect(await period(0, 2)).toEqual({ replayed: 3 });
      await world.work();
      const again = receiver()
        .received.slice(5)
        .map(({ headers }) => headers['webhook-id']);
      const expected = [...ids, later, waiting].map((id) => `msg_${id.replaceAll('-', '')}`);
      expect(again).toHaveLength(4);
      expect(new Set(again)).toEqual(new Set(expected));
    });

    it.each([
      [{ from: 'today', to: at(0) }, 'from'],
      [{ from: at(0), to: '' }, 'to'],
      [{ from: at(1), to: at(0) }, 'to'],
      [{ from: at(0), to: '+275760-09-13T00:00:00.000Z' }, 'to'],
      [{ from: '-000001-01-01T00:00:00.000Z', to: at(0) }, 'from'],
    ])('of the period %j are refused', async (period, path) => {
      const { configId } = await sent();
      const { status, body } = await replayRange(configId, period);
      expect([status, body.details]).toEqual([400, [{ path, message: body.message }]]);
    });

    it('of a period are at most 500', async () => {
      const { configId, runId } = await sent();
      for (let count = 0; count < 500; count += 1) await world.addMessage(runId, configId);
      await db().kysely.updateTable('delivery').set({ state: 'sent' }).execute();
      await db().kysely.deleteFrom('job_run').where('kind', '=', 'webhook').execute();
      const { status, body } = await replayRange(configId, { from: at(0), to: at(1) });
      const message = 'At most 500 messages can be sent again at once. Choose a shorter period.';
      expect([status, body.details]).toEqual([400, [{ path: 'to', message }]]);
      await db().kysely.deleteFrom('delivery').where('state', '=', 'sent').where('item', '=', '1').execute();
      expect((await replayRange(configId, { from: at(0), to: at(1) })).body.data).toEqual({ replayed: 500 });
    });

    it('are for the owner and for staff who may change the account', async () => {
      const { id, configId } = await sent();
      const other = await world.addPerson();
      const period = { from: at(0), to: at(1) };
      expect((await replay(id, other)).status).toBe(403);
      expect((await replayRange(configId, period, other)).status).toBe(403);
      expect((await replay(unknownId)).status).toBe(404);
      expect((await replay('1')).status).toBe(404);
      expect((await replayRange(unknownId, period)).status).toBe(404);
      await world.work();
      expect(receiver().received).toHaveLength(1);
      expect((await replay(id, staff)).status).toBe(200);
    });
  });

  const mail = {
    kind: 'report' as const,
    sender: null,
    clientId: null,
    to: 'contact@norvane.example',
    item: '',
    subject: 'Zoë read a paper',
    text: 'x',
    html: 'x',
  };
  describe('the log', () => {
    it('has the attempts and the response of a webhook', async () => {
      receiver().respond = (response) => response.writeHead(500).end('broken');
      const { configId, runId, id } = await sent();
      expect(await world.log(owner, configId, runId)).toEqual([
        {
          id,
          channel: 'webhook',
          recipient: new URL(receiver().url).host,
          subject: '2 activities',
          state: 'queued',
          attempts: 1,
          responseStatus: 500,
          response: 'broken',
          error: 'The server responded with status 500.',
          messageId: `msg_${id.replaceAll('-', '')}`,
          createdOn: at(0),
          sentOn: null,
          nextAttemptOn: at(1),
          canReplay: false,
        } satisfies ReportDelivery,
      ]);
      receiver().respond = respondWith(200);
      world.pass(60);
      await world.work();
      expect(await world.log(owner, configId, runId)).toMatchObject([
        { state: 'sent', attempts: 2, sentOn: at(1), nextAttemptOn: null, error: null, canReplay: true },
      ]);
    });

    it('has the attempts and the response of a mail', async () => {
      const { configId, runId } = await sent(0);
      const { outbox, jobs } = world.api().services;
      await db().transaction((trx) =>
        deliverByMail({ outbox, jobs }, trx, [{ ...mail, run: { id: runId, clientId: 1 } }]),
      );
      let code: number | undefined = 451;
      const server = await startMailServer(() => code);
      const transport = smtpTransport(server.url, 'Readerlens <no-reply@readerlens.example>');
      const logger = { warn() {}, error() {} };
      const workMails = () => createRunner({ db: db(), kinds: [mailKind(transport)], logger }).runDue();
      await workMails();
      expect(await world.log(owner, configId, runId)).toMatchObject([
        {
          channel: 'mail',
          recipient: mail.to,
          subject: mail.subject,
          state: 'queued',
          attempts: 1,
          error: expect.stringContaining('no such mailbox'),
          nextAttemptOn: at(1),
          sentOn: null,
        },
      ]);
      code = undefined;
      world.pass(60);
      await workMails();
      transport.close();
      await server.stop();
      expect(await world.log(owner, configId, runId)).toMatchObject([
        {
          state: 'sent',
          attempts: 2,
          error: null,
          response: expect.stringMatching(/^250 /),
          messageId: expect.stringMatching(/^<.+>$/),
          sentOn: at(1),
          nextAttemptOn: null,
          canReplay: false,
        },
      ]);
    });

    it('shows no subjects and no responses in Blinded Mode, and nothing once the client was withdrawn', async () => {
      receiver().respond = (response) => response.writeHead(200).end('Zoë is known');
      const { configId, runId } = await sent();
      const hidden = { recipient: '(masked)', subject: '', response: null, state: 'sent' };
      expect(await world.log(owner, configId, runId, blinded)).toMatchObject([hidden]);
      expect(await world.log(owner, configId, runId)).toMatchObject([{ response: 'Zoë is known' }]);
      await db().kysely.deleteFrom('user_client').where('user_id', '=', owner.id).execute();
      const own = await world.call(owner, 'GET /api/activity-report/{configId}/{reportId}/deliveries', {
        params: { configId, reportId: runId },
      });
      expect([own.status, own.body.message]).toEqual([404, 'There is no such activity report.']);
      expect(await world.log(staff, configId, runId)).toMatchObject([
        { response: 'Zoë is known', canReplay: false },
      ]);
    });

    it('is for the owner and for staff', async () => {
      const { configId, runId } = await sent();
      const statusFor = async (by: UserRow, config = configId, report = runId) =>
        (
          await world.call(by, 'GET /api/activity-report/{configId}/{reportId}/deliveries', {
            params: { configId: config, reportId: report },
          })
        ).status;
      expect(await statusFor(await world.addPerson())).toBe(403);
      expect(await statusFor(owner)).toBe(200);
      expect(await statusFor(staff)).toBe(200);
      expect(await statusFor(owner, unknownId)).toBe(404);
      expect(await statusFor(owner, configId, '1')).toBe(404);
    });
  });
});
