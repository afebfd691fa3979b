// Mails of pages as their owner sees them.
import type { PageMail } from '@readerlens/contract';
import { sideNames } from '@readerlens/contract/marketing';
import { sideTitles } from '@readerlens/contract/marketing-figures';
import { listChoiceParameters, marketingPages, startSides } from '@readerlens/contract/marketing-pages';
import type { ChosenSide } from '@readerlens/contract/marketing-pages';
import { activityTypeLabel, relativeRanges, sourceLabels } from '@readerlens/contract/vocabulary';
import type { Source } from '@readerlens/contract/vocabulary';
import {
  listSelectedTerms,
  readStoredModel,
  sideFields,
  termsFilter,
  writeSearch,
} from '@readerlens/filters/model';
import type { FieldCatalogue, FilterModel } from '@readerlens/filters/model';
import { filterWords } from '../../../activities/filter-words.ts';
import { createTermNames } from '../../../activities/lookups/term-names.ts';
import { findSearch } from '../../../activities/searches/saved-search.store.ts';
import { splitMasked } from '../../../activities/searches/shown-model.ts';
import type { Viewer } from '../../../people/session.ts';
import type { Services } from '../../../people/services.ts';
import type { PageMailRow, PageMailState } from './page-mail.store.ts';

export const readMailModel = (
  { filters, activity_types: indices }: PageMailRow,
  catalogue: FieldCatalogue,
): FilterModel => readStoredModel({ filters, indices }, catalogue);

/** Path and search of a page with these filters and choices. */
export const buildPageAddress = ({ page, choice }: PageMailRow, model: FilterModel): string => {
  const others = listChoiceParameters(choice).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return `${marketingPages[page].path}${writeSearch(`?${others.join('&')}`, model)}`;
};

/** The last run; a mail that was delivered has no problem. */
const findProblem = ({ run_state, run_error, is_undelivered }: PageMailState): string | null => {
  if (run_state === 'skipped') return run_error;
  if (run_state === 'failed') return 'The last email could not be made. The next one is made as planned.';
  return is_undelivered === true ? 'The last email could not be delivered to your address.' : null;
};

interface Label {
  readonly label: string;
  readonly text: string;
}

/** Describes the filters and sides of a mail in words, without the dates that they have today. */
export const createPageDescriptions = (services: Pick<Services, 'catalogue' | 'db'>) => {
  const names = createTermNames(services);

  const nameSide = async ({ kind, ids }: ChosenSide, ownerId: number, viewer: Viewer): Promise<string> => {
    if (kind === 'tactic') return ids.map((id) => sourceLabels[id as Source] ?? id).join(', ');
    if (kind === 'savedSearch') {
      const search = await findSearch(services.db.kysely, ownerId, ids[0] ?? '');
      return search && !viewer.blinded ? `${search.name} (saved search)` : 'a saved search';
    }
    const terms = ids.map((id) => ({ id }));
    const [named] = await names([{ filters: [termsFilter(sideFields[kind], terms)], indices: [] }], viewer);
    return listSelectedTerms(named?.filters ?? [], sideFields[kind])
      .map(({ id, name = id }) => name)
      .join(', ');
  };

  /** What a comparison compares. */
  const describeSides = (
    { page, choice: { sides = startSides }, owner_id }: PageMailRow,
    viewer: Viewer,
  ): Promise<Label[]> =>
    Promise.all(
      (page === 'comparison' ? sideNames : []).map(async (name) => ({
        label: sideTitles[name],
        text: await nameSide(sides[name], owner_id, viewer),
      })),
    );

  const describe = async (mail: PageMailRow, viewer: Viewer): Promise<Label[]> => {
    const catalogue = await services.catalogue();
    const model = readMailModel(mail, catalogue);
    const dates = model.filters.flatMap((filter) =>
      filter.$type === 'RelativeDateRange'
        ? [{ label: 'Date Range', text: relativeRanges[filter.value] }]
        : [],
    );
    const types = model.indices.map((type) => activityTypeLabel[type]).join(', ');
    const words = await filterWords(model.filters, { catalogue, names, viewer });
    return [
      ...dates,
      ...(types === '' ? [] : [{ label: 'Activity Types', text: types }]),
      ...words.map(([label, text]) => ({ label: String(label), text: String(text) })),
      ...(await describeSides(mail, viewer)),
    ];
  };
  return { describe, describeSides };
};

export const createPageMailViews = (services: Pick<Services, 'catalogue' | 'db'>) => {
  const { describe } = createPageDescriptions(services);
  return async (rows: readonly PageMailState[], viewer: Viewer): Promise<PageMail[]> => {
    const catalogue = await services.catalogue();
    return Promise.all(
      rows.map(async (row) => {
        const model = readMailModel(row, catalogue);
        const isHidden = viewer.blinded && splitMasked(model.filters, catalogue).hidden.length > 0;
        const { id, page, sends_on, time_zone, is_paused, next_at, last_sent_at } = row;
        return {
          id,
          page,
          address: isHidden ? null : buildPageAddress(row, model),
          about: await describe(row, viewer),
          sendsOn: sends_on,
          timeZone: time_zone,
          isPaused: is_paused,
          nextAt: next_at?.toISOString() ?? null,
          lastSentAt: last_sent_at?.toISOString() ?? null,
          problem: findProblem(row),
        };
      }),
    );
  };
};
