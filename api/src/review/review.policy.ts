// What a reviewer may ask for. Everything here answers with a 400 or 403 that names the place, or with nothing.
import type { CallInput, Calls, ReviewFilter } from '@readerlens/contract';
import { dayOf, parseDay } from '@readerlens/filters/model';
import { badRequest, forbidden } from '../platform/errors.ts';
import type { ErrorDetail } from '../platform/errors.ts';

export interface Asking {
  readonly now: Date;
  readonly blinded: boolean;
}

export const invalid = (...details: [ErrorDetail, ...ErrorDetail[]]) =>
  badRequest(details[0].message, 'invalid_input', details);

const checkDays = ({ from, to }: ReviewFilter, now: Date, at: string): void => {
  if (!parseDay(from))
    throw invalid({ path: `${at}from`, message: 'From Date is not a day of the calendar.' });
  if (!parseDay(to)) throw invalid({ path: `${at}to`, message: 'To Date is not a day of the calendar.' });
  if (from > dayOf(now))
    throw invalid({ path: `${at}from`, message: 'From Date must not be in the future.' });
  if (from > to)
    throw invalid(
      { path: `${at}from`, message: 'From Date must not be after To Date.' },
      { path: `${at}to`, message: 'To Date must not be before From Date.' },
    );
};

const checkCompared = ({ comparedFields = [] }: ReviewFilter, blinded: boolean, at: string): void => {
  if (blinded && comparedFields.length > 0)
    throw forbidden('E-mail addresses cannot be compared in Blinded Mode.');
  const blank = comparedFields.findIndex(({ value }) => value.trim() === '');
  if (blank >= 0)
    throw invalid({
      path: `${at}comparedFields.${blank}.value`,
      message: 'The e-mail to compare is required.',
    });
};

/** `at` is where the filter stands in the body, with a dot at the end. */
export const checkFilter = (filter: ReviewFilter, { now, blinded }: Asking, at = ''): void => {
  checkDays(filter, now, at);
  if (filter.status === 'RejectedWithPrimary' && !filter.secondaryOnly)
    throw invalid({
      path: `${at}status`,
      message: 'Only subsequent activities are rejected together with their initial one.',
    });
  checkCompared(filter, blinded, at);
};

type DecisionBody = CallInput<Calls['POST /api/review-activities']>['body'];

const checkSelection = (
  { matching, engagementIds, customerRequestIds }: DecisionBody,
  asking: Asking,
): void => {
  if (!matching) {
    if (engagementIds.length + customerRequestIds.length > 0) return;
    throw invalid({ path: 'engagementIds', message: 'Select at least one activity.' });
  }
  checkFilter(matching, asking, 'matching.');
  const path = engagementIds.length > 0 ? 'engagementIds' : 'customerRequestIds';
  if (engagementIds.length + customerRequestIds.length > 0)
    throw invalid({ path, message: 'Select activities by their ids or by a filter, not by both.' });
};

const checkExclusion = (body: DecisionBody, { blinded }: Asking): void => {
  const { status, matching, excludedEmails = [], excludeEmails = false } = body;
  if (excludedEmails.length === 0 && !excludeEmails) return;
  if (blinded) throw forbidden('E-mail addresses cannot be excluded in Blinded Mode.');
  const path = excludeEmails ? 'excludeEmails' : 'excludedEmails';
  if (status !== 'Rejected')
    throw invalid({
      path,
      message: 'E-mail addresses are excluded only when their activities are rejected.',
    });
  if (excludeEmails && excludedEmails.length > 0)
    throw invalid({ path: 'excludedEmails', message: 'Exclude all e-mail addresses or some, not both.' });
  if (excludeEmails && !matching)
    throw invalid({
      path,
      message: 'Name the e-mail addresses of activities that are selected by their ids.',
    });
};

/** Whether a decision can be made as asked; what it may change is found out when it is made. */
export const checkDecision = (body: DecisionBody, asking: Asking): void => {
  checkSelection(body, asking);
  if (body.startDate !== undefined && !parseDay(body.startDate))
    throw invalid({ path: 'startDate', message: 'The start date is not a day of the calendar.' });
  checkExclusion(body, asking);
};
