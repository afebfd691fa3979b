// What one user does must not keep the others waiting.
import type { CallKey } from '@readerlens/contract';
import { sql } from 'kysely';
import { activityWorld } from '../../activities/testing/activity-world.ts';
import { runFor } from '../../platform/caller.ts';
import { sqlState } from '../../platform/db/index.ts';
import { addUser, describeOnEachEngine } from '../../platform/testing/index.ts';
import { ofClients } from './testing/search-pages.ts';

const runaway = sql`SELECT count(*) FROM generate_series(1, 1000000000) AS a`;
/** Each statement uses about as much of this time as any other, however busy the machine is. */
let ticks = 0;
const limits = { sessionsPerUser: 3, waitingPerUser: 20, now: () => (ticks += 1) };

describeOnEachEngine(
  'heavy use',
  (db, engine) => {
    const world = activityWorld(db);
    const ready = async () => (await world().app.inject('/api/health/ready')).statusCode;
    let clientId: number;
    let filters: object[];
    beforeAll(async () => {
      clientId = await world().add('client', { name: 'Acme' });
      filters = [ofClients(clientId)];
      await ready();
    });

    const texts = (field: string, op: string, count: number, line: string) => ({
      field,
      op,
      value: Array.from({ length: count }, (_, index) => `${line}${index}`).join('\n'),
    });

    const filterCalls: [CallKey, (given: object[]) => object][] = [
      ['POST /api/analytics/search', (given) => ({ filters: given })],
      ['POST /api/analytics/export', (given) => ({ filters: given })],
      ['POST /api/client-dashboard/stats', (given) => ({ filters: given })],
      ['POST /api/content-overview-dashboard/doc-count', (given) => ({ filters: given })],
    ];

    it.each(filterCalls)('%s refuses text filters that would take too long', async (call, bodyOf) => {
      const attack = ['Email', 'FirstName', 'LastName', 'Title', 'City', 'DocumentTitle'].map((field) =>
        texts(field, 'NotLike', 480, '%a%b%c%'),
      );
      const { status, body } = await world().call(call, {
        token: await world().tokenOf(),
        body: bodyOf([...filters, ...attack]),
      });
      expect([status, body.code]).toEqual([400, 'invalid_filter']);
      expect(body.message).toMatch(/^Email searches for 480 texts at once\. .* Please remove lines/);
      expect(body.details).toHaveLength(6);
      expect(body.details).toContainEqual(expect.objectContaining({ path: 'filters.1.value' }));
    });

    it('accepts many plain lines and long lists', async () => {
      const ids = Array.from({ length: 2000 }, (_, index) => ({ id: String(index + 1) }));
      const { status } = await world().call('POST /api/client-dashboard/stats', {
        token: await world().tokenOf(),
        body: {
          filters: [
            ...filters,
            texts('Email', 'Contains', 50, 'line'),
            texts('DocumentTitle', 'NotContains', 50, 'line'),
            texts('ReaderCompany', 'NotEqual', 500, 'line'),
            { field: 'ContentTopics', op: 'NotContains', value: ids },
            { field: 'ReaderOrgs', value: ids },
          ],
        },
      });
      expect(status).toBe(200);
    });

    it('finds the same with a long list as with a short one', async () => {
      const readers = await Promise.all(
        [[1, 2], [3], []].map((personas) => world().add('reader', { personas })),
      );
      const added = await Promise.all(readers.map((readerId) => world().addActivity({ clientId, readerId })));
      const found = async (op: string, allowNA: boolean, others: number) => {
        const ids = [2, ...Array.from({ length: others }, (_, index) => 1000 + index)];
        const personas = { field: 'Personas', op, allowNA, value: ids.map((id) => ({ id: String(id) })) };
        const { body } = await world().call('POST /api/analytics/search', {
          token: await world().tokenOf(),
          body: { filters: [...filters, personas] },
        });
        return (body.items as { id: string }[]).map(({ id }) => id).toSorted();
      };
      const [both = '', other = '', none = ''] = added;
      for (const others of [0, 500]) {
        expect(await found('Contains', false, others)).toEqual([both]);
        expect(await found('Contains', true, others)).toEqual([both, none].toSorted());
        expect(await found('NotContains', false, others)).toEqual([other, none].toSorted());
      }
    });

    it('is ready while a long statement runs, which ends with a typed error', async () => {
      /** Whether the answer came before the limit of the statement. */
      const isReadyWhileRunning = async (timeoutMs: number) => {
        let isRunning = false;
        let failed: Promise<unknown> | undefined;
        await new Promise<void>((started) => {
          const run = db().transaction(
            (trx) => {
              isRunning = true;
              started();
              return runaway.execute(trx);
            },
            { timeoutMs },
          );
          failed = run.catch((error: unknown) => {
            isRunning = false;
            return error;
          });
        });
        expect(await ready()).toBe(200);
        const wasRunning = isRunning;
        expect(await failed).toMatchObject({ code: sqlState.queryCanceled });
        return wasRunning;
      };
      // A busy machine may need a longer limit. If readiness waited for the statement, none would be long enough.
      for (let limitMs = 500; !(await isReadyWhileRunning(limitMs)); limitMs *= 2);
      expect(await ready()).toBe(200);
      const { status } = await world().call('POST /api/analytics/search', {
        token: await world().tokenOf(),
        body: { filters },
      });
      expect(status).toBe(200);
    });

    it('serves another user before the line of the first, and refuses what exceeds the line', async () => {
      const user = await addUser(db(), { role: 'Internal' });
      const [ana, ben] = [await world().tokenFor(user), await world().tokenOf()];
      let calls = 0;
      /** Each call is about other dates, because equal ones share a statement. */
      const stats = async (token: string) => {
        const range = { from: `${2000 + (calls += 1)}-01-01`, to: '2100-01-01' };
        const dated = [...filters, { field: 'DateRange', value: range }];
        return (await world().call('POST /api/client-dashboard/stats', { token, body: { filters: dated } }))
          .status;
      };
      // Afterwards, what calls need besides their session and statistics is cached. One after the other, so that no use counts.
      expect([await stats(ana), await stats(ben)]).toEqual([200, 200]);
      const hold = () => (engine === 'pglite' ? db().session() : runFor(user.id, () => db().session()));
      const count = engine === 'pglite' ? 1 : limits.sessionsPerUser;
      const held = await Promise.all(Array.from({ length: count }, hold));
      const order: string[] = [];
      const send = async (name: string, token: string) => {
        order.push(`${name} ${await stats(token)}`);
      };
      const line = Array.from({ length: limits.waitingPerUser + 5 }, () => send('ana', ana));
      while (order.length < 5) {
        await new Promise((resolve) => setImmediate(resolve));
        if (engine !== 'pglite') continue;
        // The sessions of the calls are read with the only session, and before anyone's statistics.
        const next = hold();
        held.pop()?.release();
        held.push(await next);
      }
      const other = send('ben', ben);
      // A server has sessions left for the other user. There is only one embedded session, which both take in turns.
      const release = () => held.splice(0).forEach((session) => session.release());
      if (engine === 'pglite') release();
      await other;
      const servedBefore = order.filter((each) => each === 'ana 200').length;
      release();
      await Promise.all(line);
      expect(order).toContain('ben 200');
      expect(servedBefore).toBeLessThan(engine === 'pglite' ? limits.waitingPerUser / 2 : 1);
      const countResults = (result: string) => order.filter((each) => each === result).length;
      expect([countResults('ana 200'), countResults('ana 429')]).toEqual([limits.waitingPerUser, 5]);
    });
  },
  { turnLimits: limits },
);
