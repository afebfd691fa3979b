import type { CallKey } from '@readerlens/contract';
import { dashboardFields } from '@readerlens/contract';

export interface BenchCall {
  readonly call: CallKey;
  readonly params?: { readonly field: string };
  readonly url: string;
}

const dashboard = (name: string): BenchCall => ({
  call: `POST /api/client-dashboard/${name}` as CallKey,
  url: `/api/client-dashboard/${name}`,
});
const byField = (field: string): BenchCall => ({
  ...dashboard(`by-field/${field}`),
  call: 'POST /api/client-dashboard/by-field/{field}',
  params: { field },
});

/** The ten concurrent calls of the Performance Overview when it opens. */
export const benchCalls: readonly BenchCall[] = [
  ...['stats', 'by-month', 'unique-by-month', 'by-source', 'top-documents'].map(dashboard),
  ...dashboardFields.map(byField),
];

export interface BenchFilters {
  readonly name: string;
  readonly body: { readonly filters: readonly object[] };
}

/** Filters of a default dashboard, and of one with ad-hoc filters. */
export const benchFilters = (clientId: number, range: { from: string; to: string }): BenchFilters[] => {
  const plain = [
    { field: 'Clients', value: [{ id: String(clientId) }] },
    { field: 'DateRange', value: range },
  ];
  const narrowed = [
    ...plain,
    { field: 'ContentTopics', value: ['1', '2', '3', '4'].map((id) => ({ id })) },
    { field: 'Quality', value: [{ id: '2' }, { id: '3' }] },
    { field: 'BuyersJourneyStage', op: 'NotContains', value: [{ id: 'Late' }] },
    { field: 'Region', op: 'NotContains', value: [{ id: '3' }] },
  ];
  return [
    { name: 'client + year', body: { filters: plain } },
    { name: '+ ad-hoc filters', body: { filters: narrowed } },
  ];
};
