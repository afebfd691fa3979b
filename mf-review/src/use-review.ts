import { useListView, useSelection } from '@readerlens/filters/list';
import type { ListSelection } from '@readerlens/filters/list';
import { toast } from '@readerlens/ui';
import { useCallback } from 'react';
import { canApprove, canReject, emailsOf, titleOf } from './activities/activity.ts';
import type { ReviewActivity } from './activities/activity.ts';
import { useCurrentRow } from './activities/use-current-row.ts';
import { confirmDecision } from './decisions/confirm-decision.ts';
import type { Decision, Target } from './decisions/decision.ts';
import { useDecide } from './decisions/use-decide.ts';
import { criteriaQuery, readAddress, writeAddress } from './filter/review-address.ts';
import type { ReviewView } from './filter/review-address.ts';
import { useToday } from './filter/use-today.ts';
import { useActivities } from './use-activities.ts';

const idOf = ({ id }: ReviewActivity) => id;
const canApply = { approve: canApprove, reject: canReject, exclude: canReject };
const participles = { approve: 'approved', reject: 'rejected', exclude: 'rejected' };

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
