import { countActivities } from '@readerlens/contract/numbers';
import { confirm } from '@readerlens/ui';
import type { ConfirmOptions } from '@readerlens/ui';
import { countText } from '@readerlens/ui/parts';
import { listEmails, namedEmails } from '../activities/activity.ts';
import type { Decision, Target } from './decision.ts';

const addresses = (count: number) => countText(count, 'email address', 'email addresses');

const everything = 'This applies to all matching activities, including those on other pages.';
/** Addresses listed by name in the question. */
const maxNamed = 10;
const excluded = 'New activities from an excluded address will be rejected.';

/** Names the addresses: excluding the wrong one would reject a reader's later activities. */
const describeExclusion = (target: Target): Pick<ConfirmOptions, 'title' | 'message'> => {
  if (target.kind === 'matching')
    return {
      title: `Exclude the email addresses of all ${countActivities(target.total)} and reject them?`,
      message: `${everything} ${excluded}`,
    };
  const emails = listEmails(target.rows);
  const [only] = emails;
  const what = emails.length === 1 && only ? only : addresses(emails.length);
  return {
    title: `Exclude ${what} and reject ${countActivities(target.rows.length)}?`,
    message: emails.length === 1 ? excluded : `${namedEmails(emails, maxNamed)}. ${excluded}`,
  };
};

/** The confirmation for a decision that affects more than the visible rows; undefined if none is needed. */
export const buildConfirmation = (decision: Decision, target: Target): ConfirmOptions | undefined => {
  if (decision === 'exclude')
    return { ...describeExclusion(target), confirmLabel: 'Exclude & reject', danger: true };
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
  const confirmation = buildConfirmation(decision, target);
  return confirmation === undefined || confirm(confirmation);
};
