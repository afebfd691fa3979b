import { useUser } from '@readerlens/auth/react';
import { SelectionNote } from '@readerlens/filters/list';
import { FillPage } from '@readerlens/ui';
import { useState } from 'react';
import { chooseColumns } from './activities/activity-columns.tsx';
import { canApprove, canReject, listEmails, namedEmails } from './activities/activity.ts';
import { useExport } from './activities/export-activities.ts';
import { DecisionBar } from './decisions/decision-bar.tsx';
import type { Exclusion } from './decisions/decision-bar.tsx';
import { OutcomeMessage } from './decisions/outcome-message.tsx';
import { RecentDecisionsDialog } from './decisions/recent-decisions.dialog.tsx';
import { FilterPanel } from './filter/filter-panel.tsx';
import { criteriaQuery, defaultSort } from './filter/review-address.ts';
import { defaultCriteria } from './filter/review-criteria.ts';
import type { ReviewCriteria } from './filter/review-criteria.ts';
import { useNamedCriteria } from './filter/use-named-criteria.ts';
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
    if (criteriaQuery(next, today) === criteriaQuery(view.criteria, today)) {
      activities.retry();
      return show({ filtersOpen: false }, { replace: true });
    }
    const sortable = chooseColumns(next.status).some(({ id }) => id === view.sort.column);
    show({ criteria: next, page: 1, sort: sortable ? view.sort : defaultSort, filtersOpen: false });
  };
  const defaults = defaultCriteria(today);
  const isDefault = criteriaQuery(defaults, today) === criteriaQuery(view.criteria, today);
  return { criteria, apply, reset: isDefault ? undefined : () => apply(defaults) };
};

const chooseExclusion = ({ activities, selection, first }: Review): Exclusion => {
  if (activities.viewer.blinded) return { refusal: 'Emails cannot be excluded in Blinded Mode.' };
  if (selection.everything) return { note: 'Excludes the email addresses of all matching activities.' };
  const emails = listEmails(selection.rows);
  if (emails.length > 0) return { note: `Excludes ${namedEmails(emails, 2)}.` };
  return first ? { refusal: 'None of the selected activities has an email.' } : {};
};

const Decisions = ({ review }: { review: Review }) => {
  const { activities, rows, selection, selectedRows, selected, first, deciding, decide } = review;
  const file = useExport();
  const download = (which: 'selected' | 'all') =>
    file.start({
      search: activities.search,
      ...(which === 'selected' && !selection.everything ? { rows: selection.rows } : {}),
    });
  return (
    <DecisionBar
      selection={
        <SelectionNote
          selected={selected}
          hidden={selection.hiddenFrom(rows)}
          showsSelected={selectedRows.shown !== undefined}
          onShow={selectedRows.show}
          onBack={selectedRows.hide}
          onClear={selection.clear}
        />
      }
      selected={selected}
      total={activities.total ?? 0}
      canApprove={canApprove(first)}
      canReject={canReject(first)}
      exclusion={chooseExclusion(review)}
      busy={deciding.busy}
      exporting={file.isBusy}
      onDecide={decide}
      onExport={download}
    />
  );
};

/** Where staff approve or reject activities before clients see them. */
export const ReviewActivitiesScreen = () => {
  const user = useUser();
  const review = useReview();
  const { view, show, activities, deciding, decide, current, selectCurrent } = review;
  const filter = useFilter(review);
  const { filtersOpen } = view;
  const openFilters = (open: boolean) => show({ filtersOpen: open }, { replace: true });
  const [decisionsOpen, openDecisions] = useState(false);
  const keys = useReviewKeys({
    step: current.step,
    select: selectCurrent,
    approve: () => decide('approve', { byKey: true }),
    reject: () => decide('reject', { byKey: true }),
  });
  return (
    <FillPage>
      <ReviewHead
        criteria={filter.criteria}
        blinded={activities.viewer.blinded}
        filtersOpen={filtersOpen}
        onFilters={() => openFilters(!filtersOpen)}
        first={activities.rows[0]}
        onApply={filter.apply}
        onReset={filter.reset}
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
      <ReviewList review={review} onReset={filter.reset} />
      <OutcomeMessage message={deciding.message} onDismiss={deciding.dismiss} />
      <Decisions review={review} />
      <RecentDecisionsDialog
        open={decisionsOpen}
        onClose={() => openDecisions(false)}
        viewer={activities.viewer}
        onReverse={deciding.isBusy ? undefined : deciding.reverse}
      />
    </FillPage>
  );
};
