import { sessionStore } from '@readerlens/auth';
import { reviewFilterStatuses } from '@readerlens/contract/review';
import { anyContains } from '@readerlens/contract/text';
import type { AreaCommand, CommandSource } from '@readerlens/ui';
import { filterStatusText } from './filter/describe-criteria.ts';

const page = '/review-activities';

const statuses: readonly AreaCommand[] = reviewFilterStatuses.map((status) => ({
  id: status,
  label: `Review activities: ${filterStatusText[status]}`,
  to: `${page}?status=${status}`,
}));

/** A text may be a name that Blinded Mode hides. */
const searchFor = (text: string): AreaCommand[] =>
  sessionStore.getState().blinded
    ? []
    : [
        {
          id: 'search',
          label: `Search activities to review for “${text}”`,
          to: `${page}?query=${encodeURIComponent(text)}`,
        },
      ];

/** What this area adds to the command palette: the activities of each status, and those that contain a text. */
export const commandSources: readonly CommandSource[] = [
  {
    group: 'Review Activities',
    order: 70,
    icon: 'clipboard-check',
    find: (typed) => {
      const text = typed.trim();
      if (text === '') return [];
      return [...statuses.filter(({ label }) => anyContains([label], text)), ...searchFor(text)];
    },
  },
];
