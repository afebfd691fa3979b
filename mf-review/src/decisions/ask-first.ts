import { confirm } from '@readerlens/ui';
import type { ConfirmOptions } from '@readerlens/ui';
import { emailsOf } from '../activities/activity.ts';
import type { Decision, Target } from './decision.ts';

const counted = (count: number, one: string, more: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`;
const activities = (count: number) => counted(count, 'activity', 'activities');
const addresses = (count: number) => counted(count, 'email address', 'email addresses');

const everything = 'This goes for all that match the filter, on other pages too.';
const excluded = 'Whatever arrives from an excluded address later is rejected.';

/** The question before a decision that goes beyond what is in sight; undefined when there is none to ask. */
export const questionOf = (decision: Decision, target: Target): ConfirmOptions | undefined => {
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
    title: `${verb} all ${activities(target.total)} that match?`,
    message: everything,
    confirmLabel: `${verb} ${target.total.toLocaleString('en-US')}`,
  };
};

/** Resolves with whether to go on. */
export const askFirst = async (decision: Decision, target: Target): Promise<boolean> => {
  const question = questionOf(decision, target);
  return question === undefined || confirm(question);
};
