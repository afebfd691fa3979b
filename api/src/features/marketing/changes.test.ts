import type { CallKey } from '@readerlens/contract';
import { changeMeasures, comparedPeriods, maxChangedParts } from '@readerlens/contract/marketing';
import type { ChangeMeasure } from '@readerlens/contract/marketing';
import { addDays, comparedRange, formatDay } from '@readerlens/filters/model';
import type { ResolvedRange } from '@readerlens/filters/model';
import { splitChange } from '../../activities/changes/split-change.ts';
import { clients, demoApi } from '../../data/demo/testing/demo-api.ts';

interface Part {
  readonly id: string;
  readonly name: string;
  readonly current: number;
  readonly previous: number;
}
interface Change {
  readonly current: number;
  readonly previous: number;
  readonly gained: number;
  readonly lost: number;
  readonly parts: readonly Part[];
}
type Figures = Readonly<Record<string, unknown>>;

const now = new Date();
const api = demoApi(undefined, now);

const performance = '/api/marketing-performance';
const countNew = (counts: unknown) => {
  const { netNew, reactivated } = counts as { netNew: number; reactivated: number };
  return netNew + reactivated;
};

/** The call of the page that has the number, and where it is in the answer. */
const numbers: Record<ChangeMeasure, { path: string; read: (figures: Figures) => unknown }> = {
  engagementsByDocument: { path: '/content', read: ({ engagements }) => engagements },
  engagementsBySource: { path: '/content', read: ({ engagements }) => engagements },
  newReadersBySource: { path: '/newness', read: ({ readers }) => countNew(readers) },
  newOrganizationsBySource: { path: '/newness', read: ({ organizations }) => countNew(organizations) },
  influencedDealsByStage: { path: '/pipeline', read: ({ influenced }) => influenced },
  registrantsByWebinar: { path: '/webinars', read: ({ registrants }) => registrants },
  registrantsByEvent: { path: '/events', read: ({ registrants }) => registrants },
  clickersByIssue: {
    path: '/newsletters',
    read: ({ listed }) => (listed as { clickers: number | null }).clickers ?? 0,
  },
};

describe('what a number has changed by', () => {
  const today = formatDay(now);
  const range = { from: addDays(today, -120), to: addDays(today, -31) };

  const ask = async <Data>(path: string, dates: ResolvedRange, more: object = {}) => {
    const answer = await api().call(`POST ${performance}${path}` as CallKey, {
      token: await api().tokenOf('client@demo.example'),
      body: { filters: [clients(1), { field: 'DateRange', value: dates }], ...more },
    });
    expect(answer.body).toMatchObject({ success: true });
    return answer.body.data as Data;
  };

  it.each(changeMeasures)('%s agrees with the number of its page, in both periods', async (measure) => {
    const { path, read } = numbers[measure];
    for (const comparedWith of comparedPeriods) {
      const change = await ask<Change>('/changes', range, { measure, comparedWith });
      expect(change.current).toBeGreaterThan(0);
      expect(change.current).toBe(read(await ask(path, range)));
      expect(change.previous).toBe(read(await ask(path, comparedRange(range, comparedWith))));
      expect(change.gained - change.lost).toBe(change.current - change.previous);
      expect(change.parts.length).toBeGreaterThan(0);
      for (const { name } of change.parts) expect(name).not.toBe('');
    }
  });
});

it('tells the largest changes, and leaves out what did not change', () => {
  const part = (id: string, current: number, previous: number) => ({ id, current, previous });
  const parts = [
    part('1', 5, 5),
    part('2', 9, 4),
    part('3', 0, 20),
    part('10', 6, 1),
    part('4', 12, 2),
    part('5', 1, 0),
  ];
  const change = splitChange(parts);
  expect(change).toMatchObject({ current: 33, previous: 32, gained: 21, lost: 20 });
  expect(change.parts.map(({ id }) => id)).toEqual(['3', '4', '2', '10']);
  expect(change.parts).toHaveLength(maxChangedParts);
});
