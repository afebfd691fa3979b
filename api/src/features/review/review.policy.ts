// Validates the requests of reviewers; invalid ones get a 400 error that names the field.
import type { ReviewFilter } from '@readerlens/contract';
import { foldQuery } from '@readerlens/contract/text';
import { formatDay, parseDay } from '@readerlens/filters/model';
import { badRequest } from '../../platform/http/errors.ts';
import type { ErrorDetail } from '../../platform/http/errors.ts';
import type { DecisionBody } from './selected.ts';

export interface RequestContext {
  readonly now: Date;
  readonly blinded: boolean;
}

export const invalid = (...details: [ErrorDetail, ...ErrorDetail[]]) =>
  badRequest(details[0].message, 'invalid_input', details);

const checkDays = ({ from, to }: ReviewFilter, now: Date, at: string): void => {
  if (!parseDay(from)) throw invalid({ path: `${at}from`, message: 'From Date is not a valid date.' });
  if (!parseDay(to)) throw invalid({ path: `${at}to`, message: 'To Date is not a valid date.' });
  if (from > formatDay(now))
    throw invalid({ path: `${at}from`, message: 'From Date must not be in the future.' });
  if (from > to)
    throw invalid(
      { path: `${at}from`, message: 'From Date must not be after To Date.' },
      { path: `${at}to`, message: 'To Date must not be before From Date.' },
    );
};

const checkCompared = ({ comparedFields = [] }: ReviewFilter, blinded: boolean, at: string): void => {
  if (blinded && comparedFields.length > 0)
    throw invalid({
      path: `${at}comparedFields`,
      message: 'E-mail addresses cannot be compared in Blinded Mode.',
    });
  const blank = comparedFields.findIndex(({ value }) => foldQuery(value) === '');
  if (blank >= 0)
    throw invalid({
      path: `${at}comparedFields.${blank}.value`,
      message: 'The e-mail to compare is required.',
    });
};

/** `at` is the path of the filter in the body, with a trailing dot. */
export const checkFilter = (filter: ReviewFilter, { now, blinded }: RequestContext, at = ''): void => {
  checkDays(filter, now, at);
  if (filter.status === 'RejectedWithPrimary' && !filter.secondaryOnly)
    throw invalid({
      path: `${at}status`,
      message: 'Only subsequent activities are rejected together with their initial one.',
    });
  checkCompared(filter, blinded, at);
};

const checkSelection = (
  { matching, engagementIds, customerRequestIds }: DecisionBody,
  context: RequestContext,
): void => {
  if (!matching) {
    if (engagementIds.length + customerRequestIds.length > 0) return;
    throw invalid({ path: 'engagementIds', message: 'Select at least one activity.' });
  }
  checkFilter(matching, context, 'matching.');
  const path = engagementIds.length > 0 ? 'engagementIds' : 'customerRequestIds';
  if (engagementIds.length + customerRequestIds.length > 0)
    throw invalid({ path, message: 'Select activities by their ids or by a filter, not by both.' });
};

const checkExclusion = (body: DecisionBody, { blinded }: RequestContext): void => {
  const { status, matching, excludedEmails = [], excludeEmails = false } = body;
  if (excludedEmails.length === 0 && !excludeEmails) return;
  const path = excludeEmails ? 'excludeEmails' : 'excludedEmails';
  if (blinded) throw invalid({ path, message: 'E-mail addresses cannot be excluded in Blinded Mode.' });
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

/** Validates a decision request; whether its activities can be changed is checked when it is made. */
export const checkDecision = (body: DecisionBody, context: RequestContext): void => {
  checkSelection(body, context);
  if (body.startDate !== undefined && !parseDay(body.startDate))
    throw invalid({ path: 'startDate', message: 'The start date is not a valid date.' });
  checkExclusion(body, context);
};
