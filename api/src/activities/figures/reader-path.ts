import { requiredMessage } from '@readerlens/contract/messages';
import { unsetPart } from '@readerlens/contract/readers';
import type { ReaderCategory } from '@readerlens/contract/readers';
import type { DashboardField } from '@readerlens/contract';
import { openAccess } from '@readerlens/contract/vocabulary';
import { parseDay } from '@readerlens/filters/model';
import { badRequest, notFound } from '../../platform/http/errors.ts';

/** The parts of a path that name clients, a reader and dates. */
interface ReaderPath {
  readonly companyIds: string;
  readonly idOrEmail: string;
  readonly from?: string;
  readonly to?: string;
}

const fields: Readonly<Record<ReaderCategory, DashboardField>> = {
  'document-type': 'DocumentTypes',
  'buyers-journey': 'BuyersJourneyStage',
  community: 'Onlines',
};

/** @throws AppError 404 for an unknown category */
export const parseCategory = ({ category }: { readonly category: string }): DashboardField => {
  if (!Object.hasOwn(fields, category)) throw notFound(`There is no category '${category}'.`);
  return fields[category as ReaderCategory];
};

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');

const terms = (field: string, ids: readonly (string | number)[]) => ({
  field,
  value: ids.map((id) => ({ id: String(id) })),
});

const dayIn = (path: 'from' | 'to', text: string = unsetPart): string | null => {
  if (text === unsetPart) return null;
  const day = parseDay(text);
  if (day === text) return day;
  const message = `'${text}' is not a day as YYYY-MM-DD.`;
  throw badRequest(message, 'invalid_input', [{ path, message }]);
};

const readRange = ({ from: first, to: last }: ReaderPath) => {
  const [from, to] = [dayIn('from', first), dayIn('to', last)];
  if (from === null || to === null || from <= to) return { from, to };
  const message = 'The range ends before it begins.';
  throw badRequest(message, 'invalid_input', [{ path: 'to', message }]);
};

const readQualities = (text: string): string[] => {
  const qualities = splitList(text);
  const unknown = qualities.find((quality) => !['1', '2', '3'].includes(quality));
  if (unknown === undefined && qualities.length > 0) return qualities;
  const message = `'${unknown ?? text}' is not an option of Quality.`;
  throw badRequest(message, 'invalid_input', [{ path: 'qualities', message }]);
};

const readClients = ({ companyIds }: ReaderPath): string[] => {
  const ids = splitList(companyIds);
  if (ids.length > 0) return ids;
  const message = requiredMessage('Companies');
  throw badRequest(message, 'invalid_input', [{ path: 'companyIds', message }]);
};

interface PathOptions {
  readonly qualities?: string | undefined;
  readonly isGated?: true;
}

/** A path as filters and a reader, so that it selects and refuses exactly what the calls with filters do. */
export const buildReaderRequest = (path: ReaderPath, { qualities, isGated }: PathOptions = {}) => ({
  filters: [
    terms('Clients', readClients(path)),
    // Without it, activities that have no quality count as well.
    ...(qualities === undefined ? [] : [terms('Quality', readQualities(qualities))]),
    { field: 'DateRange', value: readRange(path) },
    ...(isGated ? [terms('OpenAccess', [openAccess.Gated])] : []),
  ],
  idOrEmail: path.idOrEmail,
});
