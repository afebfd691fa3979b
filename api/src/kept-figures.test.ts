import { activityTypes } from '@readerlens/contract/vocabulary';
import { namedCatalogue } from '@readerlens/filters/model';
import { runs, seededRandom } from '@readerlens/filters/testing';
import { sql } from 'kysely';
import { countActivities } from './activities/figures/counts.ts';
import { replaceTokens } from './activities/packed/data-version.ts';
import { createCountedSelections } from './activities/packed/counted-selections.ts';
import type { ReadCounts } from './activities/packed/counted-selections.ts';
import { createPackedSelections } from './activities/packed/packed-selections.ts';
import { packMonths } from './activities/packed/packed-months.ts';
import type { AnsweredFrom } from './activities/packed/shared-reads.ts';
import { rankOrganisations } from './activities/figures/organisation-ranking.ts';
import { rankReaders } from './activities/figures/readers.ts';
import { createSelectionExtents } from './activities/packed/selection-extents.ts';
import type { EngagementSelection } from './activities/selection.ts';
import { csv, importText, temporaryFiles } from './data/import/testing/import-files.ts';
import { dayBefore, reviewWorld } from './features/review/testing/review-world.ts';
import { describeOnEachEngine } from './platform/testing/index.ts';

const random = seededRandom();
const below = (count: number): number => Math.floor(random() * count);
const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;

const files = temporaryFiles();
const names = ['One Ltd', 'Two Ltd'];

describeOnEachEngine('figures of rows that are kept', (db) => {
  const world = reviewWorld(db);
  const run = (statement: string) => sql.raw(statement).execute(db().kysely);

  let token: string;
  let clientIds: number[] = [];
  let readerIds: number[] = [];
  beforeAll(async () => {
    token = await world().reviewer();
    clientIds = [await world().addClient(names[0]), await world().addClient(names[1])];
    readerIds = [await world().addReader(), await world().addReader(), await world().addReader()];
    for (const clientId of clientIds) await world().addActivity({ clientId, readerId: pick(readerIds) });
  });

  const decisions: string[] = [];
  const listIds = async (): Promise<string[]> => {
    const { rows } = await sql<{
      key: string;
    }>`SELECT client_id || '-' || id AS key FROM engagement ORDER BY 1`.execute(db().kysely);
    return rows.map(({ key }) => key);
  };
  let imported = 0;

  let packedAt = Date.now();
  /** Each time as late that all clients are due. */
  const pack = () => packMonths(db(), { at: new Date((packedAt += 86_400_000)) });

  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    async import() {
      const rows = Array.from({ length: 1 + below(3) }, () => {
        imported += 1;
        return `i${imported},${dayBefore(1 + below(5))},*,d${below(3)},r${below(3)}`;
      });
      await importText(db(), files, csv(pick(names), ...rows));
    },
    add: () =>
      world().addActivity({
        clientId: pick(clientIds),
        readerId: pick(readerIds),
        status: pick(['Pending', 'Approved']),
        ...pick([{}, { organisationId: 1 }, { organisationId: 2 }]),
      }),
    async review() {
      const engagementIds = (await listIds()).filter(() => random() < 0.4);
      if (engagementIds.length === 0) return;
      const { body } = await world().call('POST /api/review-activities', {
        token,
        body: {
          engagementIds,
          customerRequestIds: [],
          status: pick(['Approved', 'Rejected']),
          startDate: dayBefore(7),
        },
      });
      const { decisionId } = body.data as { decisionId: string | null };
      if (decisionId) decisions.push(decisionId);
    },
    async reversal() {
      const id = decisions.pop();
      if (id)
        await world().call('POST /api/review-activities/decisions/{id}/reverse', { token, params: { id } });
    },
    merge: () =>
      db().transaction((trx) =>
        sql`UPDATE engagement SET reader_id = ${pick(readerIds)}::integer WHERE reader_id = ${pick(readerIds)}::integer`.execute(
          trx,
        ),
      ),
    deletion: () =>
      run(`DELETE FROM engagement WHERE id IN (SELECT id FROM engagement ORDER BY id LIMIT ${below(2)})`),
    async rollback() {
      const undone = db().transaction(async (trx) => {
        await sql`UPDATE engagement SET status = 1, occurred_at = occurred_at - interval '1 hour'`.execute(
          trx,
        );
        throw new Error('The import is taken back.');
      });
      await expect(undone).rejects.toThrow('The import is taken back.');
    },
    publish: () => run(`UPDATE document SET open_access = ${pick([1, 2])} WHERE id % 2 = ${below(2)}`),
    retitle: () =>
      run(`UPDATE document SET title = '${pick(["Draft''s", 'Final'])} ' || id WHERE id % 3 = ${below(3)}`),
    replace: () => replaceTokens(db()),
    pack,
    move: () =>
      run(`UPDATE engagement SET client_id = ${pick(clientIds)} WHERE id % 7 = 0 AND external_id IS NULL
      AND NOT EXISTS (SELECT FROM review_decision_activity)`),
    empty: async () => {
      if (random() < 0.2) await run('TRUNCATE engagement CASCADE');
    },
  };

  const listSelections = (): EngagementSelection[] => {
    const all: EngagementSelection = {
      clientIds: 'all',
      communityIds: 'all',
      activityTypes,
      range: { from: dayBefore(30), to: dayBefore(0) },
      filters: [],
      catalogue: namedCatalogue,
    };
    return [
      all,
      {
        ...all,
        filters: [
          { $type: 'Terms', field: 'OpenAccess', op: 'Contains', value: [{ id: '1' }], allowNA: false },
        ],
      },
      { ...all, filters: [{ $type: 'Text', field: 'DocumentTitle', op: 'Contains', value: "draft's" }] },
      { ...all, clientIds },
      ...clientIds.map((id) => ({ ...all, clientIds: [id] })),
    ];
  };

  it('are those of SQL after any change, in two processes', async () => {
    const answers: AnsweredFrom[] = [];
    const processes = [0, 1].map(() =>
      createPackedSelections(db(), {
        leastCallers: 1,
        gather: async () => undefined,
        onAnswer: (from) => answers.push(from),
      }),
    );
    const extents = [createSelectionExtents(db()), createSelectionExtents(db(), 2)];
    const selections = listSelections();
    const rankings = [0, 1].map(() =>
      createCountedSelections(db(), { read: async () => undefined }, { gather: async () => undefined }),
    );
    const session = { blinded: false };
    const rank = async (selection: EngagementSelection, readCounts?: ReadCounts) => {
      const rows = { kysely: db().kysely, selection, session, ...(readCounts ? { readCounts } : {}) };
      const all = { size: null, offset: 0 };
      const trend = { kind: 'rising', minimum: 1 } as const;
      return [
        await rankOrganisations(rows, {}, null),
        await rankReaders(rows, {}, all),
        await rankReaders(rows, { trend }, all),
      ];
    };
    for (let left = runs({ test: 60, soak: 3000 }); left > 0; left -= 1) {
      const change = pick(Object.keys(changes));
      await changes[change]?.();
      for (const selection of [pick(selections), pick(selections)]) {
        const rows = await pick(processes).read(selection);
        const { engagements, readers, documents } = await countActivities({ kysely: db().kysely, selection });
        const counted = [rows?.size, rows?.countReaders(), rows?.countDocuments()];
        expect([change, ...counted]).toEqual([change, engagements, readers, documents]);
        expect([change, (await pick(extents)(selection)).count]).toEqual([change, engagements]);
        expect([change, await rank(selection, pick(rankings))]).toEqual([change, await rank(selection)]);
      }
    }
    expect(new Set(answers)).toEqual(new Set(['kept', 'updated', 'stored', 'packed']));
  });
});
