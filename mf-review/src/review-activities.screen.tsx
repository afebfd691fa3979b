import { useUser } from '@readerlens/auth/react';
import { useIsNarrow } from '@readerlens/ui';
import { useState } from 'react';
import { columnsOf } from './activities/activity-columns.tsx';
import { canApprove, canReject } from './activities/activity.ts';
import { useExport } from './activities/export-activities.ts';
import { DecisionBar } from './decisions/decision-bar.tsx';
import { OutcomeMessage } from './decisions/outcome-message.tsx';
import { RecentDecisionsDialog } from './decisions/recent-decisions.dialog.tsx';
import { FilterPanel } from './filter/filter-panel.tsx';
import { criteriaQuery, defaultSort } from './filter/review-address.ts';
import { defaultCriteria } from './filter/review-criteria.ts';
import type { ReviewCriteria } from './filter/review-criteria.ts';
import { useNamedCriteria } from './filter/use-named-criteria.ts';
import { useStoredSwitch } from './use-stored-switch.ts';
import { ReviewHead } from './review-head.tsx';
import { ReviewList } from './review-list.tsx';
import { ShortcutsHelp } from './shortcuts/shortcuts-help.tsx';
import { useReviewKeys } from './shortcuts/use-review-keys.ts';
import { useReview } from './use-review.ts';
import type { Review } from './use-review.ts';

/** The criteria with names, and functions to apply others: on the first page, sorted by a visible column. */
const useFilter = ({ view, show, today, activities }: Review) => {
  const { criteria, remember } = useNamedCriteria(view.criteria);
  const apply = (next: ReviewCriteria) => {
    remember(next);
    if (criteriaQuery(next, today) === criteriaQuery(view.criteria, today)) return activities.retry();
    const sortable = columnsOf(next.status).some(({ id }) => id === view.sort.column);
    show({ criteria: next, page: 1, sort: sortable ? view.sort : defaultSort });
  };
  const defaults = defaultCriteria(today);
  const isDefault = criteriaQuery(defaults, today) === criteriaQuery(view.criteria, today);
  return { criteria, apply, reset: isDefault ? undefined : () => apply(defaults) };
};

/** Whether the filter is open: beside the list as last set in this browser, as a drawer only when opened. */
const useFilterPanel = (): [boolean, (open: boolean) => void] => {
  const narrow = useIsNarrow();
  const [beside, setBeside] = useStoredSwitch('readerlens.review.filters', true);
  const [drawer, setDrawer] = useState(false);
  return narrow ? [drawer, setDrawer] : [beside, setBeside];
};

const exclusionHint = ({ activities, first, hasEmails }: Review): string | undefined => {
  if (activities.viewer.blinded) return 'Emails cannot be excluded in Blinded Mode.';
  return first && !hasEmails ? 'None of the selected activities has an email.' : undefined;
};

const Decisions = ({ review }: { review: Review }) => {
  const { activities, selection, selected, first, deciding, decide } = review;
  const file = useExport();
  const download = (which: 'selected' | 'all') =>
    file.start({
      search: activities.search,
      ...(which === 'selected' && !selection.everything ? { rows: selection.rows } : {}),
    });
  return (
    <DecisionBar
      selected={selected}
      total={activities.total ?? 0}
      canApprove={canApprove(first)}
      canReject={canReject(first)}
      exclusionHint={exclusionHint(review)}
      busy={deciding.busy}
      exporting={file.isBusy}
      onDecide={decide}
      onExport={download}
      onClear={selection.clear}
    />
  );
};

/** Where staff approve or reject activities before clients see them. */
export const ReviewActivitiesScreen = () => {
  const user = useUser();
  const review = useReview();
  const { activities, deciding, decide, current, selectCurrent } = review;
  const filter = useFilter(review);
  const [filtersOpen, openFilters] = useFilterPanel();
  const [decisionsOpen, openDecisions] = useState(false);
  const keys = useReviewKeys({
    step: current.step,
    select: selectCurrent,
    approve: () => decide('approve', { byKey: true }),
    reject: () => decide('reject', { byKey: true }),
  });
  return (
    <>
      <ReviewHead
        criteria={filter.criteria}
        blinded={activities.viewer.blinded}
        filtersOpen={filtersOpen}
        onFilters={() => openFilters(!filtersOpen)}
        onDecisions={() => openDecisions(true)}
      >
        <ShortcutsHelp {...keys} />
      </ReviewHead>
      {user && (
        <FilterPanel
          open={filtersOpen}
          onClose={() => openFilters(false)}
          user={user}
          applied={filter.criteria}
          today={review.today}
          onApply={filter.apply}
        />
      )}
      <OutcomeMessage message={deciding.message} onDismiss={deciding.dismiss} />
      <ReviewList review={review} onReset={filter.reset} />
      <Decisions review={review} />
      <RecentDecisionsDialog
        open={decisionsOpen}
        onClose={() => openDecisions(false)}
        viewer={activities.viewer}
        onReverse={deciding.isBusy ? undefined : deciding.reverse}
      />
    </>
  );
};
