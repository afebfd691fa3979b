import type { CommandSource } from '@readerlens/ui';

const months = { id: 'months', label: 'Trend of the last twelve months', to: '/reading-trends' };

export const commandSources: readonly CommandSource[] = [
  {
    group: 'Trends',
    order: 85,
    find: (text) => (months.label.toLowerCase().includes(text.toLowerCase()) ? [months] : []),
  },
];
