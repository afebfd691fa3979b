import { confirm } from '@readerlens/ui';
import type { ConfirmOptions } from '@readerlens/ui';
import { emailsOf } from '../activities/activity.ts';
import type { Decision, Target } from './decision.ts';

const counted = (count: number, one: string, more: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`;
const activities = (count: number) => counted(count, 'activity', 'activities');
const addresses = (count: number) => counted(count, 'email address', 'email addresses');

const everything = 'This applies to all matching activities, including those on other pages.';
const excluded = 'New activities from an excluded address will be rejected.';

/** The confirmation for a decision that affects more than the visible rows; undefined if none is needed. */
export const confirmationOf = (decision: Decision, target: Target): ConfirmOptions | undefined => {
  if (decision === 'exclude') {
    const emails =
      target.kind === 'rows'
        ? addresses(emailsOf(target.rows).length)
        : `the email addresses of all ${activities(target.total)}`;
    const rows = target.kind === 'rows' ? activities(target.rows.length) : 'reject them';
    return {
      title:
        target.kind === 'rows' ? `Exclude ${emails} and reject ${rows}?` : `Exclude ${emails} and ${rows}?`,
      message: target.kind === 'rows' ? excluded : `${everything} ${excluded}`,
      confirmLabel: 'Exclude & reject',
      danger: true,
    };
  }
  if (target.kind === 'rows') return undefined;
  const verb = decision === 'approve' ? 'Approve' : 'Reject';
  return {
    title: `${verb} all ${target.total.toLocaleString('en-US')} matching ${target.total === 1 ? 'activity' : 'activities'}?`,
    message: everything,
    confirmLabel: `${verb} ${target.total.toLocaleString('en-US')}`,
  };
};

/** Asks for confirmation if needed; resolves with whether to continue. */
export const confirmDecision = async (decision: Decision, target: Target): Promise<boolean> => {
  const confirmation = confirmationOf(decision, target);
  return confirmation === undefined || confirm(confirmation);
};
