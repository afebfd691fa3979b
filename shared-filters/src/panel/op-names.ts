import type { NumericOp, TermsOp, TextOp } from '../model/index.ts';

/** Display names of the operators. */
export const opNames: Readonly<Record<TermsOp | TextOp | NumericOp, string>> = {
  Equals: 'Equals',
  Contains: 'Contains',
  Like: 'Like',
  NotEqual: 'Not equal',
  NotContains: 'Not contains',
  NotLike: 'Not like',
  LessThan: 'Less than',
  LessThanOrEquals: 'Less than or equals',
  GreaterThan: 'Greater than',
  GreaterThanOrEquals: 'Greater than or equals',
};
