import { signInAs, testUser } from '@readerlens/auth/testing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import {
  dateRangeFilter,
  namedCatalogue as catalogue,
  relativeRangeFilter,
  termsFilter,
} from '../model/index.ts';
import type { FieldDefinition, Filter, FilterModel } from '../model/index.ts';
import { stubFetch } from '../testing/stub-fetch.ts';
import type { DraftRules } from './draft.ts';
import { useFilterDraft } from './use-filter-draft.ts';

const now = () => new Date('2026-03-31T12:00:00.000Z');
const acme = termsFilter('Clients', [{ id: 'c1', name: 'Acme' }]);
const applied: FilterModel = { filters: [acme, relativeRangeFilter('-1y')], indices: ['Webinar'] };
const defaults: FilterModel = {
  filters: [dateRangeFilter({ from: '2025-03-31', to: '2026-03-31' })],
  indices: [],
};
const dashboard: DraftRules = { catalogue, user: testUser(), form: 'dashboard', dates: true };

const findField = (field: string): FieldDefinition => {
  const definition = catalogue.find(field);
  if (!definition) throw new Error(`no field ${field}`);
  return definition;
};
const client = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

const openPanel = (rules: DraftRules = dashboard, model: FilterModel = applied) => {
  const emitted: FilterModel[] = [];
  const view = renderHook(
    ({ current }) =>
      useFilterDraft({ applied: current, defaults, rules, now, onApply: (next) => emitted.push(next) }),
    { wrapper, initialProps: { current: model } },
  );
  const draft = () => view.result.current;
  const apply = () => {
    let done = false;
    act(() => {
      done = draft().apply();
    });
    return done;
  };
  return {
    ...view,
    draft,
    apply,
    emitted,
    set: (filter: Filter, index?: number) => act(() => draft().set(filter, index)),
  };
};

beforeEach(() => {
  client.clear();
  signInAs(testUser());
});

describe('useFilterDraft', () => {
  it('emits shown, non-empty filters in a fixed order', () => {
    const { draft, set, apply, emitted } = openPanel();
    expect(draft().isModified).toBe(false);
    set({ $type: 'Text', field: 'Title', op: 'Contains', value: '  ' });
    set({ $type: 'Text', field: 'Email', op: 'Contains', value: '@beta.example' });
    set(relativeRangeFilter('-30d'));
    act(() => draft().setIndices(['Engagement']));
    expect(draft().isModified).toBe(true);
    expect(apply()).toBe(true);
    expect(emitted).toEqual([
      {
        filters: [
          acme,
          relativeRangeFilter('-30d'),
          { $type: 'Text', field: 'Email', op: 'Contains', value: '@beta.example' },
        ],
        indices: ['Engagement'],
      },
    ]);
  });

  it('shows the dates only for a custom range, and clears them otherwise', () => {
    const { draft, set } = openPanel();
    const dates = dateRangeFilter({ from: '2026-01-01', to: null });
    expect(draft().isShown(findField('DateRange'))).toBe(false);
    set(relativeRangeFilter('custom'));
    set(dates);
    expect(draft().isShown(findField('DateRange'))).toBe(true);
    expect(draft().model.filters[1]).toEqual(dateRangeFilter({ from: '2026-01-01', to: '2026-03-31' }));
    set(relativeRangeFilter('-7d'));
    expect(draft().model.filters).toEqual([acme, relativeRangeFilter('-7d')]);
  });

  it('reports what a dashboard lacks on submit, and emits nothing', () => {
    const { draft, set, apply, emitted } = openPanel();
    set(termsFilter('Clients', []));
    set(relativeRangeFilter('custom'));
    expect(draft().problems.size).toBe(0);
    expect(apply()).toBe(false);
    expect([...draft().problems]).toEqual([
      ['Clients', 'Companies Is Required'],
      ['DateRange', 'From Date Is Required'],
    ]);
    set(acme);
    set(dateRangeFilter({ from: '2026-04-02', to: null }));
    expect([...draft().problems.values()]).toEqual([
      'From Date should not be greater than To Date or Current date',
    ]);
    expect(emitted).toEqual([]);
  });

  it('requires clients in a search from client users, not from staff, and adds dates', () => {
    const empty = { filters: [], indices: [] };
    const search: DraftRules = { ...dashboard, form: 'search' };
    const staff = openPanel(search, empty);
    expect(staff.apply()).toBe(true);
    expect(staff.emitted[0]).toEqual(defaults);
    const reader = openPanel({ ...search, user: testUser({ role: 'Client' }) }, empty);
    expect(reader.apply()).toBe(false);
    expect(reader.draft().problems.get('Clients')).toBe('Clients Is Required');
  });

  it('names clients that the owner does not have', () => {
    const rules: DraftRules = { ...dashboard, form: 'plain', dates: false, ownClientIds: new Set(['c9']) };
    const { draft, apply } = openPanel(rules);
    expect(apply()).toBe(false);
    expect(draft().problems.get('Clients')).toBe('User does not have claim(s) for Acme');
  });

  it('drops fields that the user may not search by', () => {
    const tags = termsFilter('AnalystTags', [{ id: 't1' }]);
    const { draft } = openPanel(dashboard, { ...applied, filters: [...applied.filters, tags] });
    expect(draft().model.filters).toEqual(applied.filters);
  });

  it('keeps the first entry of a field and allows at most seven', () => {
    const { draft } = openPanel();
    const title = findField('Title');
    const count = () => draft().listEntries(title).length;
    expect([count(), draft().canAdd(title, 0), draft().canRemove(0)]).toEqual([1, true, false]);
    act(() => draft().add(title));
    expect([count(), draft().canAdd(title, 0), draft().canAdd(title, 1)]).toEqual([2, false, true]);
    for (let more = 0; more < 7; more += 1) act(() => draft().add(title));
    expect(count()).toBe(7);
    act(() => draft().set({ $type: 'Text', field: 'Title', op: 'Equals', value: 'last' }, 6));
    act(() => draft().remove('Title', 0));
    act(() => draft().remove('Title', 1));
    expect(count()).toBe(6);
    expect(draft().listEntries(title)[5]).toMatchObject({ value: 'last' });
    act(() => draft().add(findField('Clients')));
    expect(draft().listEntries(findField('Clients'))).toHaveLength(1);
  });

  it('resets to the defaults, loads a saved search, and restarts from another applied search', () => {
    const { draft, set, rerender } = openPanel();
    act(() => draft().reset());
    expect(draft().model).toEqual(defaults);
    act(() => draft().load(applied));
    expect(draft().model).toEqual(applied);
    set(relativeRangeFilter('-2y'));
    rerender({ current: { filters: [acme, relativeRangeFilter('-1d')], indices: [] } });
    expect(draft().listEntries(findField('RelativeDateRange'))).toEqual([relativeRangeFilter('-1d')]);
  });

  it('shows the names of a link without losing changes', async () => {
    stubFetch({ '/api/cms/companies/by-ids': () => [{ id: 'c7', name: 'Gamma' }] });
    const { draft, set } = openPanel(dashboard, {
      filters: [termsFilter('Clients', [{ id: 'c7' }])],
      indices: [],
    });
    set(relativeRangeFilter('-2d'));
    await waitFor(() =>
      expect(draft().listEntries(findField('Clients'))).toEqual([
        termsFilter('Clients', [{ id: 'c7', name: 'Gamma' }]),
      ]),
    );
    expect(draft().listEntries(findField('RelativeDateRange'))).toEqual([relativeRangeFilter('-2d')]);
  });
});
