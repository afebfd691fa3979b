// The pages of uploads while several processes keep what they have read.
import { blindedHeader, requestIdHeader } from '@readerlens/contract';
import type { CallKey } from '@readerlens/contract';
import { creditBases, creditModels, uploadKinds } from '@readerlens/contract/marketing-pipeline';
import type { UploadKind } from '@readerlens/contract/marketing-pipeline';
import { relativeRangeFilter } from '@readerlens/filters/model';
import { runs, seededRandom } from '@readerlens/filters/testing';
import { sql } from 'kysely';
import { replaceTokens } from '../../activities/packed/data-version.ts';
import { clients, demoApi } from '../../data/demo/testing/demo-api.ts';
import type { Database } from '../../platform/db/index.ts';
import { recordQueries } from '../../platform/db/record-queries.ts';
import { describeOnEachEngine, setDate, testApi } from '../../platform/testing/index.ts';
import { buildForm } from './testing/upload-form.ts';

const now = new Date('2026-03-18T15:00:00Z');
const random = seededRandom();
const below = (count: number): number => Math.floor(random() * count);
const chance = (part: number): boolean => random() < part;
const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;

interface Wanted {
  readonly call: CallKey;
  readonly more?: object;
}
const listPage = (page: string, calls: Readonly<Record<string, object>>): Wanted[] =>
  Object.entries(calls).map(([path, more]) => ({
    call: `POST /api/marketing-performance/${page}${path}` as CallKey,
    more,
  }));

/** What a page asks for when it is opened. */
const pages = {
  webinars: listPage('webinars', { '': {}, '/registrations': {}, '/list': {} }),
  events: listPage('events', { '': {}, '/list': {}, '/sessions': {}, '/lift': {}, '/organizations': {} }),
  newsletters: listPage('newsletters', { '': {}, '/list': {}, '/links': {}, '/latency': {} }),
  pipeline: listPage('pipeline', {
    '': {},
    '/by-stage': {},
    '/touches': {},
    '/credits': {},
    '/rows': {},
    '/without-deals': {},
  }),
} as const;

/** Those, the lists behind their numbers, and their choices. */
const listWanted = (): Wanted[] => {
  const basis = { basis: pick(creditBases) };
  const page = { page: pick([1, 2]), size: pick([5, 50]) };
  return [
    ...Object.values(pages).flat(),
    ...listPage('webinars', { '/people': { group: pick(['registrants', 'noShows']), ...page } }),
    ...listPage('events', {
      '/people': { set: pick(['registrants', 'attendees']), ...page },
      '/lift-rows': { group: pick(['attending', 'controls']), ...page },
    }),
    ...listPage('newsletters', {
      '/people': { set: pick(['clickers', 'openers', 'repeat']), ...page },
      '/organizations': page,
    }),
    ...listPage('pipeline', {
      '': basis,
      '/by-stage': basis,
      '/touches': basis,
      '/credits': { ...basis, model: pick(creditModels) },
      '/rows': { ...basis, influence: pick(['all', 'influenced', 'none']), ...page },
    }),
    ...['influencedDealsByStage', 'registrantsByWebinar', 'registrantsByEvent', 'clickersByIssue'].map(
      (measure): Wanted => ({ call: 'POST /api/marketing-performance/changes', more: { measure } }),
    ),
  ];
};

const headers: Readonly<Record<UploadKind, string>> = {
  opportunities: 'Opportunity ID,Account Name,Website,Stage,Created Date,Amount,Currency,Close Date',
  webinars: 'Webinar Id,Title,Date,Duration,E-Mail,Registered On,Attended,Live Minutes',
  events: 'Event Id,Title,Starts On,Email,Registered On,Attended,Sessions',
  newsletters: 'Issue Id,Title,Sent At,Email,Delivered,Opened,Clicked,Link,Clicked At',
};
const tables: Readonly<Record<UploadKind, string>> = {
  opportunities: 'opportunity',
  webinars: 'webinar_registrant',
  events: 'event_registrant',
  newsletters: 'newsletter_recipient',
};
const pickDay = () => `2026-02-${String(1 + below(28)).padStart(2, '0')}`;
const rowOf: Readonly<Record<UploadKind, (email: string, at: number) => string>> = {
  opportunities: (email, at) =>
    `N-${at},Account ${at % 7},${email.split('@')[1]},${pick(['Discovery', 'Closed Won', 'Odd'])},${pickDay()},${at * 100},EUR,2026-03-0${1 + below(9)}`,
  webinars: (email, at) =>
    `W-${at % 3},Webinar,2026-02-20,60,${email},${pickDay()},${pick(['Yes', 'No'])},${below(60)}`,
  events: (email, at) =>
    `E-${at % 3},Fair,2026-02-1${at % 3},${email},${pickDay()},${pick(['yes', 'no'])},Opening; Panel`,
  newsletters: (email, at) =>
    `I-${at % 3},Issue,2026-02-03T07:30:00Z,${email},1,${below(2)},${below(2)},https://one.example/${at % 4},2026-02-04 09:00`,
};

interface Asked {
  readonly as: string;
  readonly isBlinded: boolean;
  readonly filters: readonly object[];
}
const pickAsked = (): Asked => {
  const as = pick(['sysadmin', 'client', 'premium']);
  const own = { sysadmin: [[], [1], [2], [1, 2]], client: [[1], [1, 3]], premium: [[2]] }[as] ?? [];
  const ids = pick(own);
  return {
    as,
    isBlinded: chance(0.3),
    filters: [
      ...(ids.length > 0 ? [clients(...ids)] : []),
      relativeRangeFilter(pick(['-1y', '-90d'])),
      ...(chance(0.3) ? [{ field: 'Region', value: [{ id: '1' }, { id: '2' }], op: 'Contains' }] : []),
    ],
  };
};

describeOnEachEngine('pages of uploads that are kept', (db, engine) => {
  const statements: string[] = [];
  let whenExecuted: ((text: string) => unknown) | undefined;
  let recorded: Database | undefined;
  const recordedDb = () =>
    (recorded ??= recordQueries(db(), (query) => {
      statements.push(query.sql);
      return whenExecuted?.(query.sql);
    }));
  const one = demoApi(recordedDb, now);
  const two = testApi({}, {}, recordedDb);
  const run = (statement: string) => sql.raw(statement).execute(db().kysely);

  let emails: string[] = [];
  beforeAll(async () => {
    setDate(now);
    const { rows } = await sql<{ email: string }>`
      SELECT lower(r.email) AS email FROM reader AS r WHERE r.email IS NOT NULL
        AND EXISTS (SELECT FROM engagement AS e WHERE e.reader_id = r.id AND e.client_id IN (1, 2)) ORDER BY r.id LIMIT 60`.execute(
      db().kysely,
    );
    emails = rows.map(({ email }) => email);
  });
  beforeEach(() => setDate(now));
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
    whenExecuted = undefined;
  });

  const findToken = (as: string) => one().tokenOf(`${as}@demo.example`);
  const ask = async (process: typeof two, { as, isBlinded, filters }: Asked, wanted: readonly Wanted[]) => {
    const token = await findToken(as);
    const sent = { [requestIdHeader]: 'compared', ...(isBlinded ? { [blindedHeader]: 'true' } : {}) };
    return Promise.all(
      wanted.map(async ({ call, more = {} }) => {
        const answer = await process().call(call, { token, headers: sent, body: { filters, ...more } });
        return { call, status: answer.status, body: answer.body };
      }),
    );
  };
  const change = async (call: CallKey, params: Readonly<Record<string, string>>, body: object) => {
    const answer = await two().call(call, { token: await findToken('sysadmin'), params, body });
    expect([call, answer.status, answer.body.message]).toEqual([call, 200, expect.anything()]);
  };
  const upload = async (kind: UploadKind, clientId: number, rows: readonly string[], mode = 'merge') => {
    const content = [headers[kind], ...rows].join('\n');
    const { status, body } = await two().call('POST /api/marketing-data/{clientId}/uploads/{kind}', {
      token: await findToken('sysadmin'),
      params: { clientId: String(clientId), kind },
      ...buildForm({ mode }, content, `${kind}.csv`),
    });
    expect([kind, status, body.message]).toEqual([kind, 200, expect.anything()]);
  };

  let uploaded = 0;
  const uploadSome = (kind: UploadKind) =>
    upload(
      kind,
      pick([1, 2]),
      Array.from({ length: 1 + below(20) }, () => rowOf[kind](pick(emails), (uploaded += 1) % 40)),
      chance(0.2) ? 'replace' : 'merge',
    );
  const corrections = [
    `UPDATE opportunity SET cents = coalesce(cents, 0) + 100, closed_on = '2026-03-01' WHERE id % 3 = 0`,
    `UPDATE webinar_registrant SET attended = NOT attended WHERE id % 3 = 0`,
    `UPDATE event_registrant SET attended = NOT attended WHERE id % 3 = 0`,
    `UPDATE newsletter_recipient SET clicked = CASE WHEN clicked > 0 THEN 0 ELSE 1 END WHERE id % 3 = 0 AND email IS NOT NULL`,
    `UPDATE newsletter_recipient AS n SET client_id = 3 - client_id WHERE id % 5 = 0 AND client_id IN (1, 2)
      AND NOT EXISTS (SELECT FROM newsletter_recipient AS o WHERE o.client_id = 3 - n.client_id AND o.external_id = n.external_id)`,
    `UPDATE opportunity SET organisation_id = NULL WHERE id % 4 = 0`,
    `UPDATE engagement SET occurred_at = occurred_at - interval '20 days' WHERE id % 5 = 1`,
    `UPDATE organisation SET name = 'New ' || id WHERE id % 4 = 0`,
    `UPDATE client SET name = name || '.' WHERE id % 2 = 0`,
    `UPDATE country SET name = name || '.' WHERE id % 2 = 0`,
    `UPDATE reader SET last_name = 'New' || id WHERE id % 4 = 0`,
  ];
  const pickId = async (table: string): Promise<string> => {
    const { rows } = await sql<{
      id: number;
    }>`SELECT id FROM ${sql.table(table)} WHERE client_id = 1 ORDER BY id`.execute(db().kysely);
    return String(pick(rows)?.id ?? 0);
  };
  /** Of those whose address stands in an upload, who are not erased. */
  const erase = async () => {
    const { rows } = await sql<{ id: number }>`
      SELECT r.id FROM reader AS r WHERE r.first_name <> 'Erased' AND lower(r.email) IN (
        SELECT email FROM webinar_registrant UNION SELECT email FROM event_registrant UNION
        SELECT email FROM newsletter_recipient WHERE email IS NOT NULL) ORDER BY 1`.execute(db().kysely);
    if (rows.length === 0) return;
    const readerIds = [String(pick(rows).id)];
    const keep = chance(0.5) ? ['organization'] : [];
    await change('POST /api/personal-data/erase', {}, { readerIds, keep });
  };
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    opportunities: () => uploadSome('opportunities'),
    webinars: () => uploadSome('webinars'),
    events: () => uploadSome('events'),
    newsletters: () => uploadSome('newsletters'),
    stages: () =>
      change(
        'PUT /api/marketing-data/{clientId}/stages',
        { clientId: String(pick([1, 2])) },
        {
          stages: [
            { stage: pick(['Discovery', 'Odd', 'Closed Won']), outcome: pick(['open', 'won', 'lost']) },
          ],
        },
      ),
    async match() {
      const dealId = await pickId('opportunity');
      if (dealId === '0') return;
      await change(
        'PUT /api/marketing-data/{clientId}/accounts/{dealId}',
        { clientId: '1', dealId },
        { organizationId: pick([null, '1', '2']) },
      );
    },
    correction: () => run(pick(corrections)),
    deletion: () => run(`DELETE FROM ${tables[pick(uploadKinds)]} WHERE id % 9 = ${below(9)}`),
    'deleted readers': () =>
      run(
        `DELETE FROM reader AS r WHERE id % 9 = ${below(9)} AND NOT EXISTS (SELECT FROM engagement AS e WHERE e.reader_id = r.id)`,
      ),
    'removed stage': () => run(`DELETE FROM opportunity_stage WHERE stage_key = 'odd'`),
    erasure: erase,
    replaced: () => replaceTokens(db()),
    async rollback() {
      const undone = db().transaction(async (trx) => {
        for (const correction of corrections) await sql.raw(correction).execute(trx);
        throw new Error('The upload is taken back.');
      });
      await expect(undone).rejects.toThrow('The upload is taken back.');
    },
    async emptied() {
      if (chance(0.1)) await run(`TRUNCATE ${tables[pick(uploadKinds)]} CASCADE`);
    },
  };

  it('show each change at once, in two processes', async () => {
    let kept = 0;
    for (let left = runs({ test: 3, soak: 1500 }); left > 0; left -= 1) {
      const name = pick(Object.keys(changes));
      const asked = pickAsked();
      const wanted = listWanted().filter(() => chance(0.35));
      await ask(one, asked, wanted);
      if (chance(0.5)) await ask(two, asked, wanted);
      // Others read while the change is not committed, where several sessions are possible.
      const late = engine === 'postgres' ? await db().session() : undefined;
      const correction = pick(corrections);
      await late?.exec(`BEGIN; ${correction};`);
      if (late) {
        await ask(pick([one, two]), asked, wanted);
        await late.exec(pick(['COMMIT', 'ROLLBACK']));
        late.release();
      }
      await changes[name]?.();
      const reading = jest.spyOn(recordedDb(), 'readColumns');
      const after = [await ask(one, asked, wanted), await ask(two, asked, wanted)];
      statements.length = 0;
      after.push(await ask(one, asked, wanted), await ask(two, asked, wanted));
      const executed = statements.length;
      reading.mockRejectedValue(new Error('Nothing that is kept is used.'));
      statements.length = 0;
      const reference = await ask(two, asked, wanted);
      if (executed < 2 * statements.length) kept += 1;
      expect([name, asked, correction, ...after]).toEqual([
        name,
        asked,
        correction,
        ...after.map(() => reference),
      ]);
      expect(reference.filter(({ status }) => status >= 500)).toEqual([]);
      reading.mockRestore();
    }
    expect(kept).toBeGreaterThan(0);
  });

  describe('of many deals', () => {
    const asked: Asked = {
      as: 'sysadmin',
      isBlinded: false,
      filters: [clients(1), relativeRangeFilter('-1y')],
    };
    const namesData = (text: string) =>
      !text.includes('data_version') &&
      /\b(engagement|organisation|opportunity(_stage)?|(webinar|event)_registrant|newsletter_recipient)\b/.test(
        text,
      );
    beforeAll(() =>
      run(`INSERT INTO opportunity (client_id, external_id, account, stage, created_on, organisation_id)
        SELECT 1, 'many ' || n, 'Account ' || n, 'Discovery', '2026-01-05', 1 + n % 5 FROM generate_series(1, 2500) AS n`),
    );

    it.each(Object.entries(pages))(
      'execute nothing but the reading of versions when %s is loaded again',
      async (_, wanted) => {
        const first = await ask(one, asked, wanted);
        expect(first.map(({ status }) => status)).toEqual(first.map(() => 200));
        expect(statements.some(namesData)).toBe(true);
        statements.length = 0;
        const reading = jest.spyOn(recordedDb(), 'readColumns');
        expect(await ask(one, { ...asked }, wanted)).toEqual(first);
        expect(statements.filter(namesData)).toEqual([]);
        expect(reading).toHaveBeenCalledTimes(wanted.length);
      },
    );

    it('read them once for all calls of a page', async () => {
      await run(`UPDATE opportunity SET cents = 100 WHERE client_id = 1`);
      const wanted = pages.pipeline.filter(({ call }) => !call.endsWith('without-deals'));
      const readColumns = recordedDb().readColumns.bind(recordedDb());
      let versions = 0;
      let open = () => {};
      const haveAll = new Promise<void>((resolve) => {
        open = resolve;
      });
      jest.spyOn(recordedDb(), 'readColumns').mockImplementation(async (...parts) => {
        const fields = await readColumns(...parts);
        versions += 1;
        if (versions === wanted.length) open();
        return fields;
      });
      whenExecuted = (text) => (text.includes('WITH deal AS') ? haveAll : undefined);
      statements.length = 0;
      const answers = await ask(one, asked, wanted);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(statements.filter((text) => text.includes('WITH deal AS'))).toHaveLength(1);
    });

    it('have a few versions of an upload with many rows, not one for each', async () => {
      for (const kind of uploadKinds) {
        await run('DELETE FROM data_version');
        const rows = Array.from({ length: 6000 }, (_, at) => rowOf[kind](`a${at}@many.example`, at));
        await upload(kind, 5, rows);
        const { rows: found } = await sql<{ rows: number; tokens: number }>`
          SELECT (SELECT count(*) FROM ${sql.table(tables[kind])} WHERE client_id = 5) AS rows,
            (SELECT count(*) FROM data_version WHERE table_name = ${tables[kind]}) AS tokens`.execute(
          db().kysely,
        );
        expect(found[0]?.rows).toBeGreaterThan(2000);
        expect([kind, (found[0]?.tokens ?? 0) <= 3]).toEqual([kind, true]);
        expect(found[0]?.tokens).toBeGreaterThan(0);
      }
    });
  });
});
