import { useViewer } from '@readerlens/auth/react';
import { reviewPageSizes } from '@readerlens/contract/review';
import {
  useListPage,
  useListView,
  useOwnPageSize,
  useSelectedRows,
  useSelection,
} from '@readerlens/filters/list';
import type { ListSelection, ShowPage } from '@readerlens/filters/list';
import { formatDay } from '@readerlens/filters/model';
import { toast } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore, useMemo } from 'react';
import { activitiesQuery, buildSearch } from './activities/activities.queries.ts';
import { canApprove, canReject, readId, formatActivityTitle } from './activities/activity.ts';
import type { ReviewActivity } from './activities/activity.ts';
import { useCurrentRow } from './activities/use-current-row.ts';
import { confirmDecision } from './decisions/confirm-decision.ts';
import type { Decision, Target } from './decisions/decision.ts';
import { useDecide } from './decisions/use-decide.ts';
import { criteriaQuery, readAddress, writeAddress } from './filter/review-address.ts';
import type { ReviewView } from './filter/review-address.ts';
import { toReviewFilter } from './filter/review-criteria.ts';

const subscribeToFocus = (listener: () => void) => {
  addEventListener('focus', listener);
  return () => removeEventListener('focus', listener);
};

/** Today, YYYY-MM-DD in UTC. A page left open overnight updates when it gets the focus. */
const useToday = (): string => useSyncExternalStore(subscribeToFocus, () => formatDay(new Date()));

const canApply = { approve: canApprove, reject: canReject, exclude: canReject };
const participles = { approve: 'approved', reject: 'rejected', exclude: 'rejected' };

/** The page of activities for a view. */
const useActivities = (view: ReviewView, show: ShowPage) => {
  const viewer = useViewer();
  const { blinded } = viewer;
  const { criteria, query: text, sort, page, size } = view;
  const filter = useMemo(() => toReviewFilter(criteria, { blinded, query: text }), [criteria, blinded, text]);
  const query = useQuery(activitiesQuery(filter, { sort, page, size }, viewer));
  const list = useListPage<ReviewActivity>(query, { page, size, show });
  return {
    ...list,
    filter,
    search: buildSearch(filter, view),
    viewer,
  };
};

/** What an action applies to: the selection, or `otherwise` if nothing is selected. */
const chooseTarget = (
  { everything, rows }: ListSelection<ReviewActivity>,
  total: number,
  otherwise: ReviewActivity | undefined,
): Target => {
  if (everything) return { kind: 'matching', total };
  return { kind: 'rows', rows: rows.length === 0 && otherwise ? [otherwise] : rows };
};

/** Names the list in the store of layouts. */
export const reviewList = 'review';

/** The state of the page: its URL view, activities, selection, current row, and decisions. */
export const useReview = () => {
  const today = useToday();
  const [ownSize, setOwnSize] = useOwnPageSize(reviewList, reviewPageSizes);
  const { view, show } = useListView({
    read: useCallback((search: string) => readAddress(search, today, ownSize), [today, ownSize]),
    write: useCallback((next: ReviewView) => writeAddress(next, today), [today]),
  });
  const activities = useActivities(view, show);
  const { total = 0, filter, viewer } = activities;
  const selection = useSelection({
    key: `${viewer.blinded} ${criteriaQuery(view.criteria, today)}`,
    matching: view.query,
    readRowId: readId,
    formatRowTitle: formatActivityTitle,
  });
  const place = writeAddress({ ...view, filtersOpen: false }, today);
  const selectedRows = useSelectedRows(selection, place);
  const rows = selectedRows.shown ?? activities.rows;
  const current = useCurrentRow(rows.length, `${place} ${selectedRows.shown !== undefined}`);
  const deciding = useDecide(selection.clear);
  const selected = selection.countOf(total);
  const currentActivity = current.row === undefined ? undefined : rows[current.row];

  const decide = async (decision: Decision, { byKey = false } = {}) => {
    const target = chooseTarget(selection, total, byKey ? currentActivity : undefined);
    const first = target.kind === 'rows' ? target.rows[0] : selection.firstOf(rows);
    if (!first || deciding.isBusy) return;
    if (!canApply[decision](first)) {
      toast.warning(`${formatActivityTitle(first)} cannot be ${participles[decision]}.`);
      return;
    }
    if (await confirmDecision(decision, target)) deciding.decide({ decision, target, filter });
  };
  const checkboxes = selection.buildCheckboxes(rows);
  const selectCurrent = () => {
    if (currentActivity) checkboxes.onToggle(currentActivity, !selection.isSelected(currentActivity));
  };
  const selectRow = (row: ReviewActivity, options: { range: boolean }) => {
    current.moveTo(rows.indexOf(row));
    checkboxes.onToggle(row, !selection.isSelected(row), options);
  };
  return {
    view,
    show,
    setOwnSize,
    today,
    activities,
    /** The rows in view: of the page, or the selected ones. */
    rows,
    selection,
    checkboxes,
    selectedRows,
    selected,
    selectCurrent,
    selectRow,
    first: selection.firstOf(rows),
    current,
    deciding,
    decide: (decision: Decision, options?: { byKey: boolean }) => void decide(decision, options),
  };
};

export type Review = ReturnType<typeof useReview>;
