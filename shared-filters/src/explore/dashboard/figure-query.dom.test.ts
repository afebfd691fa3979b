import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { idleSearch, shapedFigureQuery } from './figure-query.ts';

const call = 'POST /api/marketing-performance/newness/rows';
const search = { ...idleSearch, viewer: { userId: '1', blinded: false } };
const build = (
  body: { kinds?: ('netNew' | 'returning')[]; page?: number; size?: number },
  searched = search,
) => shapedFigureQuery(call, searched, { body: { subject: 'readers', ...body } }, ({ total }) => total);

/** What stands for the new answer while it loads, after the answer to another query was 35. */
const readPlaceholder = (before: ReturnType<typeof build>, next: ReturnType<typeof build>) => {
  const client = new QueryClient();
  client.setQueryData(before.queryKey, 35);
  const observer = new QueryObserver(client, { ...before, enabled: false });
  const unsubscribe = observer.subscribe(() => undefined);
  observer.setOptions({ ...next, enabled: false });
  const { data } = observer.getCurrentResult();
  unsubscribe();
  return data;
};

it('keeps the total of a list for its other pages, not for other rows', () => {
  const first = build({ kinds: ['netNew'], page: 1, size: 10 });
  expect(readPlaceholder(first, build({ kinds: ['netNew'], page: 2, size: 50 }))).toBe(35);
  expect(readPlaceholder(first, build({ kinds: ['returning'], page: 1, size: 10 }))).toBeUndefined();
  const filtered = { ...search, model: { filters: [], indices: ['Webinar' as const] } };
  expect(readPlaceholder(first, build({ kinds: ['netNew'], page: 1, size: 10 }, filtered))).toBeUndefined();
});

it('keeps a figure of the same viewer while the next one loads', () => {
  const first = build({ kinds: ['netNew'] });
  expect(readPlaceholder(first, build({ kinds: ['returning'] }))).toBe(35);
  const blinded = { ...search, viewer: { userId: '1', blinded: true } };
  expect(readPlaceholder(first, build({ kinds: ['netNew'] }, blinded))).toBeUndefined();
});
