import {
  blindedHeader,
  calls,
  figureCalls,
  marketingCalls,
  maxWanted,
  requestIdHeader,
} from '@readerlens/contract';
import type { CallDefinition, CallKey } from '@readerlens/contract';
import { clients, demoApi } from '../../data/demo/testing/demo-api.ts';
import { addApiClient } from '../../people/testing/api-client.ts';
import { describeOnEachEngine } from '../../platform/testing/index.ts';

const call = 'POST /api/dashboards/answers';
const stats = { call: 'POST /api/client-dashboard/stats' };

interface Wanted {
  readonly call: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
}
interface Line {
  readonly index: number;
  readonly status: number;
  readonly body: { readonly message: string; readonly code?: string; readonly details?: object[] };
}

const organic = { kind: 'tactic', ids: ['organic'] };
/** What a call may need besides the filters. */
const needs: Readonly<Record<string, unknown>> = {
  readerId: '1',
  orgId: '1',
  subject: 'readers',
  set: 'documents',
  baseline: organic,
  comparison: organic,
};

/** A figure with what its call requires: most answer, and some refuse it. */
const buildWanted = (figure: string): Wanted => {
  const { params, body } = calls[figure as CallKey] as CallDefinition & { body: { required?: string[] } };
  const needed = (body.required ?? []).filter((name) => name in needs);
  return {
    call: figure,
    ...(params ? { params: { field: 'Region', segment: 'document-type' } } : {}),
    ...(needed.length > 0 ? { body: Object.fromEntries(needed.map((name) => [name, needs[name]])) } : {}),
  };
};
const pickParams = ({ params, ...wanted }: Wanted): Wanted => {
  const names = [...wanted.call.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return params
    ? { ...wanted, params: Object.fromEntries(names.map((name) => [name, params[name] ?? ''])) }
    : wanted;
};
const everyFigure = figureCalls.map((figure) => pickParams(buildWanted(figure)));
const shared = { filters: [clients(1)], activityTypes: ['Engagement', 'Webinar'] };
const headers = { [requestIdHeader]: 'compared' };

describeOnEachEngine('answers of several calls', (db) => {
  const api = demoApi(db);

  const ask = async (token: string, wanted: readonly Wanted[], more: object = {}): Promise<Line[]> => {
    const {
      statusCode,
      payload,
      headers: answered,
    } = await api().app.inject({
      method: 'POST',
      url: '/api/dashboards/answers',
      headers: { authorization: `Bearer ${token}`, ...headers, ...more },
      payload: { ...shared, wanted },
    });
    expect([statusCode, statusCode === 200 ? '' : payload]).toEqual([200, '']);
    expect(answered).toMatchObject({ 'content-type': 'application/x-ndjson', 'x-accel-buffering': 'no' });
    const lines = payload
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    return lines.toSorted((a, b) => a.index - b.index);
  };

  it.each([
    ['sysadmin', false],
    ['internal', true],
    ['client', false],
  ] as const)('are those of the calls alone: %s, Blinded Mode %s', async (account, isBlinded) => {
    const token = await api().tokenOf(`${account}@demo.example`);
    const blinded: Record<string, string> = isBlinded ? { [blindedHeader]: 'true' } : {};
    let answered = 0;
    for (let start = 0; start < everyFigure.length; start += maxWanted) {
      const wanted = everyFigure.slice(start, start + maxWanted);
      const together = await ask(token, wanted, blinded);
      const alone = await Promise.all(
        wanted.map(async ({ call: figure, params = {}, body = {} }, index): Promise<Line> => {
          const answer = await api().call(figure as CallKey, {
            token,
            params,
            headers: { ...headers, ...blinded },
            body: { ...shared, ...body },
          });
          return { index, status: answer.status, body: answer.body as unknown as Line['body'] };
        }),
      );
      expect(together).toEqual(alone);
      answered += alone.filter(({ status }) => status === 200).length;
    }
    expect(answered).toBeGreaterThan(everyFigure.length / 2);
  });

  it('refuses each call that the caller may not make, and answers the others', async () => {
    const client = await api().services.users.findByEmail('client@demo.example');
    await db()
      .kysely.updateTable('app_user')
      .set({ access_marketing_performance: false })
      .where('id', '=', client!.id)
      .execute();
    const token = await api().tokenOf('client@demo.example');
    const figure = { call: Object.keys(marketingCalls)[0]! };
    const [answered, refused] = await ask(token, [stats, figure]);
    expect(answered).toMatchObject({ status: 200 });
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  it('says what is wrong with each call, and answers the others', async () => {
    const token = await api().tokenOf('client@demo.example');
    const [good, unknownKey, unknownField, misplaced, own] = await ask(token, [
      stats,
      { ...stats, body: { foo: 1 } },
      { call: 'POST /api/client-dashboard/by-field/{field}', params: { field: 'Nope' } },
      { call: 'POST /api/client-dashboard/by-field/{field}' },
      { ...stats, body: { filters: [] } },
    ]);
    expect(good).toMatchObject({ status: 200, body: { data: { totalLeads: expect.any(Number) as number } } });
    expect(unknownKey).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [{ path: 'foo', message: 'is unknown' }] },
    });
    expect(unknownField).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(misplaced).toMatchObject({
      status: 400,
      body: { details: [{ path: 'field', message: 'is required' }] },
    });
    expect(own).toMatchObject({ status: 400, body: { message: 'Companies Is Required' } });
  });

  it.each([
    ['no call', []],
    ['too many calls', Array.from({ length: maxWanted + 1 }, () => stats)],
    ['a call that is no figure', [{ call: 'GET /api/session' }]],
    ['a figure with the address of another method', [{ call: 'GET /api/client-dashboard/stats' }]],
  ])('refuses %s', async (_, wanted) => {
    const token = await api().tokenOf('client@demo.example');
    const { status, body } = await api().call(call, { token, body: { ...shared, wanted } });
    expect(status).toBe(400);
    expect(JSON.stringify(body.details)).toContain('wanted');
  });

  it('count as many requests of an API client as they have calls', async () => {
    const { user, token } = await addApiClient(api(), { role: 'Client' });
    await db().kysely.insertInto('user_client').values({ user_id: user.id, client_id: 1 }).execute();
    const readLeft = async (wanted: readonly Wanted[]) => {
      const { headers: sent } = await api().app.inject({
        method: 'POST',
        url: '/api/dashboards/answers',
        headers: { authorization: `Bearer ${token}` },
        payload: { ...shared, wanted },
      });
      return Number(/r=(\d+)/.exec(String(sent['ratelimit']))?.[1]);
    };
    const left = await readLeft([stats]);
    expect(await readLeft([stats, stats, stats])).toBe(left - 3);
  });
});
