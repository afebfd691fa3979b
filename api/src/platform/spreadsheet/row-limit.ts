import { badRequest } from '../http/errors.ts';
import { maxRows } from './sheet-xml.ts';

const grouped = new Intl.NumberFormat('en');

/**
 * `instead` says what to do beside choosing fewer.
 * @throws AppError 400 for more rows than a spreadsheet can hold
 */
export const checkRowCount = (count: number, { instead = '' } = {}): void => {
  if (count <= maxRows) return;
  throw badRequest(
    `${grouped.format(count)} activities match; a spreadsheet holds ${grouped.format(maxRows)}. Please narrow it down${instead}.`,
  );
};
