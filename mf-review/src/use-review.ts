import { toast } from '@readerlens/ui';
import { useCallback } from 'react';
import { canApprove, canReject, emailsOf, titleOf } from './activities/activity.ts';
import type { ReviewActivity } from './activities/activity.ts';
import { countOf, firstOf, isSelected, nothingSelected, withRow } from './activities/selection.ts';
import type { Selection } from './activities/selection.ts';
import { useCurrentRow } from './activities/use-current-row.ts';
import { useSelection } from './activities/use-selection.ts';
import { askFirst } from './decisions/ask-first.ts';
import type { Decision, Target } from './decisions/decision.ts';
import { useDecide } from './decisions/use-decide.ts';
import { criteriaText, writeAddress } from './filter/review-address.ts';
import { useReviewView } from './filter/use-review-view.ts';
import { useActivities } from './use-activities.ts';

const allows = { approve: canApprove, reject: canReject, exclude: canReject };
const participles = { approve: 'approved', reject: 'rejected', exclude: 'rejected' };

/** What a command goes to: the selection, without one the activity that `otherwise` names. */
const targetOf = (
  { everything, rows }: Selection,
  total: number,
  otherwise: ReviewActivity | undefined,
): Target => {
  if (everything) return { kind: 'matching', total };
  const chosen = [...rows.values()];
  return { kind: 'rows', rows: chosen.length === 0 && otherwise ? [otherwise] : chosen };
};

/** The state of the page: what its address asks for, what is chosen and current, and what can be decided. */
export const useReview = () => {
  const { view, show, today } = useReviewView();
  const toPage = useCallback((page: number) => show({ page }, { replace: true }), [show]);
  const activities = useActivities(view, toPage);
  const { rows, total = 0, filter, viewer } = activities;
  const [selection, select] = useSelection(`${viewer.blinded} ${criteriaText(view.criteria, today)}`);
  const current = useCurrentRow(rows.length, writeAddress(view, today));
  const deciding = useDecide(() => select(nothingSelected));
  const selected = countOf(selection, total);
  const currentActivity = current.row === undefined ? undefined : rows[current.row];

  const decide = async (decision: Decision, { byKey = false } = {}) => {
    const target = targetOf(selection, total, byKey ? currentActivity : undefined);
    const first = target.kind === 'rows' ? target.rows[0] : firstOf(selection, rows);
    if (!first || deciding.isBusy) return;
    if (!allows[decision](first)) {
      toast.warning(`${titleOf(first)} cannot be ${participles[decision]}.`);
      return;
    }
    if (await askFirst(decision, target)) deciding.decide({ decision, target, filter });
  };
  const selectCurrent = () => {
    if (currentActivity)
      select(withRow(selection, currentActivity, !isSelected(selection, currentActivity), rows));
  };
  return {
    view,
    show,
    today,
    activities,
    selection,
    select,
    selected,
    selectCurrent,
    first: firstOf(selection, rows),
    hasEmails: selection.everything || emailsOf([...selection.rows.values()]).length > 0,
    current,
    deciding,
    decide: (decision: Decision, options?: { byKey: boolean }) => void decide(decision, options),
  };
};

export type Review = ReturnType<typeof useReview>;
