import { requiredMessage } from '@readerlens/contract/messages';
import { maxComparisons } from './review-address.ts';
import type { EmailComparison, ReviewCriteria } from './review-criteria.ts';
import { rangeOrderMessage } from '@readerlens/filters/model';
import { array, object, string } from 'yup';

/** `key` identifies a comparison while others are added and removed. */
export interface DraftComparison extends EmailComparison {
  readonly key: number;
}

/** The filter while it is edited: dates may be missing, comparisons may be empty. */
export interface FilterDraft extends Omit<ReviewCriteria, 'from' | 'to' | 'emails'> {
  readonly from: string | null;
  readonly to: string | null;
  readonly emails: readonly DraftComparison[];
}

const emptyComparison: EmailComparison = { operation: 'Contains', value: '' };

/** Includes at least one comparison to type into. */
export const toDraft = (criteria: ReviewCriteria): FilterDraft => ({
  ...criteria,
  emails: (criteria.emails.length > 0 ? criteria.emails : [emptyComparison]).map((comparison, key) => ({
    ...comparison,
    key,
  })),
});

/** The criteria of a draft. A range without an end ends today, or on its start if that is later. */
export const criteriaOfDraft = (draft: FilterDraft, today: string): ReviewCriteria => ({
  ...draft,
  from: draft.from ?? today,
  to: draft.to ?? (draft.from && draft.from > today ? draft.from : today),
  emails: draft.emails
    .map(({ operation, value }) => ({ operation, value: value.trim() }))
    .filter(({ value }) => value !== ''),
});

export const withComparison = (emails: readonly DraftComparison[]): readonly DraftComparison[] => {
  const key = Math.max(0, ...emails.map((comparison) => comparison.key)) + 1;
  return emails.length < maxComparisons ? [...emails, { ...emptyComparison, key }] : emails;
};

export const toOrderMessage = 'To Date should not be before From Date';

/** The yup schema of a draft that can be applied. */
export const draftSchema = (today: string) =>
  object({
    from: string()
      .nullable()
      .required(requiredMessage('From Date'))
      .test('order', rangeOrderMessage, (from, { parent }: { parent: FilterDraft }) =>
        from ? from <= today && (!parent.to || from <= parent.to) : true,
      ),
    to: string()
      .nullable()
      .test('order', toOrderMessage, (to, { parent }: { parent: FilterDraft }) =>
        to && parent.from ? to >= parent.from : true,
      ),
    emails: array().max(maxComparisons),
  });
