import { badRequest } from '../http/errors.ts';
import { maxRows } from './sheet-xml.ts';

const grouped = new Intl.NumberFormat('en');

/**
 * `instead` is an alternative to narrowing the search, appended to the message.
 * @throws AppError 400 for more rows than a spreadsheet can hold
 */
export const checkRowCount = (count: number, { instead = '' } = {}): void => {
  if (count <= maxRows) return;
  throw badRequest(
    `${grouped.format(count)} activities match, but a spreadsheet can hold only ${grouped.format(maxRows)}. Please narrow your search${instead}.`,
  );
};
