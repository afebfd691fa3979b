import { useBlinded, useUser } from '@readerlens/auth/react';
import { useListView, useSelection, useListPage } from '@readerlens/filters/list';
import type { ListSelection } from '@readerlens/filters/list';
import { dayOf } from '@readerlens/filters/model';
import { toast } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore, useMemo } from 'react';
import { activitiesQuery, searchOf } from './activities/activities.queries.ts';
import { canApprove, canReject, emailsOf, titleOf } from './activities/activity.ts';
import type { ReviewActivity } from './activities/activity.ts';
import { useCurrentRow } from './activities/use-current-row.ts';
import { confirmDecision } from './decisions/confirm-decision.ts';
import type { Decision, Target } from './decisions/decision.ts';
import { useDecide } from './decisions/use-decide.ts';
import { criteriaQuery, readAddress, writeAddress } from './filter/review-address.ts';
import type { ReviewView } from './filter/review-address.ts';
import { filterOf } from './filter/review-criteria.ts';

const subscribeToFocus = (listener: () => void) => {
  addEventListener('focus', listener);
  return () => removeEventListener('focus', listener);
};

/** Today, YYYY-MM-DD in UTC. A page left open overnight updates when it gets the focus. */
const useToday = (): string => useSyncExternalStore(subscribeToFocus, () => dayOf(new Date()));

const idOf = ({ id }: ReviewActivity) => id;
const canApply = { approve: canApprove, reject: canReject, exclude: canReject };
const participles = { approve: 'approved', reject: 'rejected', exclude: 'rejected' };

/** The page of activities for a view. `onPage` is called with the last page if the view is beyond it. */
const useActivities = (view: ReviewView, onPage: (page: number) => void) => {
  const userId = useUser()?.id;
  const blinded = useBlinded();
  const filter = useMemo(() => filterOf(view.criteria, { blinded }), [view.criteria, blinded]);
  const viewer = { userId, blinded };
  const { sort, page, size } = view;
  const query = useQuery(activitiesQuery(filter, { sort, page, size }, viewer));
  const list = useListPage<ReviewActivity>(query, { page, size, onPage });
  return {
    ...list,
    filter,
    search: searchOf(filter, view),
    viewer,
  };
};

/** What an action applies to: the selection, or `otherwise` if nothing is selected. */
const targetOf = (
  { everything, rows }: ListSelection<ReviewActivity>,
  total: number,
  otherwise: ReviewActivity | undefined,
): Target => {
  if (everything) return { kind: 'matching', total };
  return { kind: 'rows', rows: rows.length === 0 && otherwise ? [otherwise] : rows };
};

/** The state of the page: its URL view, activities, selection, current row, and decisions. */
export const useReview = () => {
  const today = useToday();
  const { view, show } = useListView(
    useCallback((search: string) => readAddress(search, today), [today]),
    useCallback((next: ReviewView) => writeAddress(next, today), [today]),
  );
  const toPage = useCallback((page: number) => show({ page }, { replace: true }), [show]);
  const activities = useActivities(view, toPage);
  const { rows, total = 0, filter, viewer } = activities;
  const selection = useSelection({
    key: `${viewer.blinded} ${criteriaQuery(view.criteria, today)}`,
    idOf,
    titleOf,
  });
  const current = useCurrentRow(rows.length, writeAddress(view, today));
  const deciding = useDecide(selection.clear);
  const selected = selection.countOf(total);
  const currentActivity = current.row === undefined ? undefined : rows[current.row];

  const decide = async (decision: Decision, { byKey = false } = {}) => {
    const target = targetOf(selection, total, byKey ? currentActivity : undefined);
    const first = target.kind === 'rows' ? target.rows[0] : selection.firstOf(rows);
    if (!first || deciding.isBusy) return;
    if (!canApply[decision](first)) {
      toast.warning(`${titleOf(first)} cannot be ${participles[decision]}.`);
      return;
    }
    if (await confirmDecision(decision, target)) deciding.decide({ decision, target, filter });
  };
  const selectCurrent = () => {
    if (currentActivity) selection.toggle(currentActivity, !selection.isSelected(currentActivity), rows);
  };
  return {
    view,
    show,
    today,
    activities,
    selection,
    selected,
    selectCurrent,
    first: selection.firstOf(rows),
    hasEmails: selection.everything || emailsOf(selection.rows).length > 0,
    current,
    deciding,
    decide: (decision: Decision, options?: { byKey: boolean }) => void decide(decision, options),
  };
};

export type Review = ReturnType<typeof useReview>;
