import { overviewCalls } from '@readerlens/contract';
import type { CallKey } from '@readerlens/contract';
import { namedCatalogue } from '@readerlens/filters/model';
import { clients, demoApi } from '../../data/demo/testing/demo-api.ts';

const api = demoApi();

/** Every call with filters, read from the contract: new calls are covered automatically. */
const filterCalls = (Object.keys(overviewCalls) as (keyof typeof overviewCalls)[]).filter(
  (call) => 'filters' in (overviewCalls[call].body.properties as object),
);
const params = { field: 'Region', segment: 'community' };

const send = async (call: CallKey, email: string, body: object) =>
  api().call(call, { token: await api().tokenOf(email), params, body });

const amount = (data: unknown): number => {
  if (typeof data === 'number') return data;
  if (typeof data !== 'object' || data === null) return 0;
  return Object.entries(data).reduce((sum, [key, value]) => (key === 'id' ? sum : sum + amount(value)), 0);
};

describe.each(filterCalls)('%s', (call) => {
  it('refuses another user’s client', async () => {
    const foreign = { field: 'Clients', value: [{ id: '2', name: 'Somebody Else' }] };
    for (const filters of [
      [foreign],
      [{ ...foreign, value: [{ id: '1' }, ...foreign.value] }],
      [clients(1), foreign],
    ]) {
      const { status, body } = await send(call, 'client@demo.example', { filters });
      expect(status).toBe(403);
      expect(body).toMatchObject({
        code: 'forbidden',
        message: 'User does not have claim(s) for Somebody Else',
      });
    }
  });

  it('reports a foreign client by id if the caller sent no name', async () => {
    const { status, body } = await send(call, 'client@demo.example', { filters: [clients(2)] });
    expect([status, body.message]).toEqual([403, 'User does not have claim(s) for 2']);
  });

  it('requires clients', async () => {
    for (const email of ['client@demo.example', 'internal@demo.example']) {
      for (const filters of [
        [],
        [{ field: 'Clients', value: [] }],
        [{ field: 'Clients', value: [], allowNA: true }],
      ]) {
        const { status, body } = await send(call, email, { filters });
        expect([status, body.code, body.message]).toEqual([400, 'invalid_filter', 'Companies Is Required']);
        expect(body.details).toEqual([{ path: 'filters', message: 'Companies Is Required' }]);
      }
    }
  });

  it('returns nothing for an activity type without a claim', async () => {
    const documents = call.endsWith('/doc-count');
    const body = { filters: [clients(2)], activityTypes: ['Event', 'CustomerRequest'] };
    const answer = await send(call, 'noevents@demo.example', body);
    expect(answer.status).toBe(200);
    expect(amount(answer.body.data) > 0).toBe(documents);
    const allowed = await send(call, 'internal@demo.example', body);
    expect(amount(allowed.body.data)).toBeGreaterThan(0);
  });

  it('reports invalid filters with their paths', async () => {
    const { status, body } = await send(call, 'internal@demo.example', {
      filters: [clients(1), { field: 'Quality', value: [{ id: '9' }] }],
    });
    expect([status, body.code]).toEqual([400, 'invalid_filter']);
    expect(body.details).toEqual([
      { path: 'filters.1.value.0', message: "'9' is not an option of Quality." },
    ]);
  });

  it('needs a session', async () => {
    const { status } = await api().call(call, { params, body: { filters: [clients(1)] } });
    expect(status).toBe(401);
  });
});

const stats = 'POST /api/client-dashboard/stats';

describe('communities', () => {
  it('cannot be widened by a filter', async () => {
    const filters = [clients(1), { field: 'Onlines', value: [{ id: '2' }, { id: '3' }] }];
    const { body } = await send(stats, 'onecommunity@demo.example', { filters });
    expect(body.data).toEqual({ totalLeads: 0, uniquePeople: 0, uniqueDocs: 0 });
  });
});

describe('search fields', () => {
  it('applies only filters on fields that the user may search', async () => {
    const filters = [clients(1), { field: 'Revenue', op: 'LessThan', value: 0 }];
    const granted = await send(stats, 'internal@demo.example', { filters });
    expect(granted.body.data).toMatchObject({ totalLeads: 0 });
    const withheld = await send(stats, 'client@demo.example', { filters });
    const without = await send(stats, 'client@demo.example', { filters: [clients(1)] });
    expect(withheld.body.data).toEqual(without.body.data);
  });
});

describe('malicious text', () => {
  const fields = namedCatalogue.fields.filter(({ kind }) => kind === 'Text').map(({ field }) => field);
  const ops = ['Equals', 'Contains', 'Like'];
  const readCount = async (...more: object[]) => {
    const { status, body } = await send(stats, 'internal@demo.example', { filters: [clients(1), ...more] });
    return [status, (body.data as { totalLeads: number }).totalLeads];
  };

  it.each(fields)('is treated as plain text in %s', async (field) => {
    const before = await readCount();
    for (const value of [
      "'; DROP TABLE engagement; --",
      "' OR '1'='1",
      '\\',
      '\\%a',
      "$1'",
      '{"a"}',
      '{,}',
      'E\\000',
    ]) {
      for (const op of ops)
        expect([op, value, await readCount({ field, op, value })]).toEqual([op, value, [200, 0]]);
    }
    expect(await readCount()).toEqual(before);
  });

  it('contains wildcards only for Like', async () => {
    const of = (op: string, value: string) => readCount({ field: 'LastName', op, value });
    for (const value of ['%', '_', '*', 'a_b', '%a%']) {
      expect(await of('Equals', value)).toEqual([200, 0]);
      expect(await of('Contains', value)).toEqual([200, 0]);
    }
    expect(await of('Like', '_%')).toEqual([200, 0]);
    expect(await of('Like', '%')).toEqual(await readCount());
  });

  it.each(['Clients', 'Onlines', 'Country', 'ReaderOrgs', 'State', 'OrgType'])(
    'is treated as an id in %s',
    async (field) => {
      const value = ["1' OR '1'='1", '1; SELECT 1', '99999999999', '1e3', '-0', '{1,2}'].map((id) => ({
        id,
      }));
      const { status, body } = await send(stats, 'internal@demo.example', {
        filters: [clients(1), { field, value }],
      });
      expect([status, body.data]).toEqual([200, { totalLeads: 0, uniquePeople: 0, uniqueDocs: 0 }]);
    },
  );
});

describe('bad requests', () => {
  it.each([
    ['an unknown field', { filters: [clients(1), { field: 'Nope', value: [] }] }, 'filters.1.field'],
    [
      'another kind',
      { filters: [clients(1), { $type: 'Text', field: 'Region', value: 'x' }] },
      'filters.1.$type',
    ],
    [
      'an unknown operator',
      { filters: [clients(1), { field: 'Email', op: 'Near', value: 'x' }] },
      'filters.1.op',
    ],
    ['clients left out', { filters: [{ ...clients(1), op: 'NotContains' }] }, 'filters.0.op'],
    [
      'an invalid day',
      { filters: [clients(1), { field: 'DateRange', value: { from: '2025-02-30' } }] },
      'filters.1.value.from',
    ],
    [
      'a range that ends before it begins',
      { filters: [clients(1), { field: 'DateRange', value: { from: '2025-03-01', to: '2025-02-01' } }] },
      'filters.1.value',
    ],
    ['an unknown activity type', { filters: [clients(1)], activityTypes: ['Party'] }, 'activityTypes.0'],
  ])('%s is reported with its path', async (_, body, path) => {
    const answer = await send(stats, 'internal@demo.example', body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_filter']);
    expect(answer.body.details).toEqual([expect.objectContaining({ path })]);
  });

  it.each([
    ['no filters', {}],
    ['filters that are not a list', { filters: 'all' }],
    ['a filter that is not an object', { filters: [7] }],
    ['an unknown key', { filters: [clients(1)], extra: true }],
    ['an unknown key of a filter', { filters: [{ ...clients(1), extra: true }] }],
  ])('%s', async (_, body) => {
    const answer = await send(stats, 'internal@demo.example', body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
  });

  it.each([0, 201, 2.5, '8'])('a size of %p', async (size) => {
    const answer = await send('POST /api/client-dashboard/top-documents', 'internal@demo.example', {
      filters: [clients(1)],
      size,
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
  });

  it('an unknown field or segment is not found', async () => {
    const token = await api().tokenOf('internal@demo.example');
    const body = { filters: [clients(1)] };
    const field = await api().call('POST /api/client-dashboard/by-field/{field}', {
      token,
      params: { field: 'constructor' },
      body,
    });
    const segment = await api().call('POST /api/content-overview-dashboard/doc-count-by-{segment}', {
      token,
      params: { segment: 'age' },
      body,
    });
    expect([field.status, segment.status]).toEqual([404, 404]);
  });
});
