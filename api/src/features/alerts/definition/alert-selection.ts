// What an alert watches, or what one of its runs watched, in words for someone who reads them.
import type { AlertRule } from '@readerlens/contract';
import { alertInWords, describeCounted } from '@readerlens/filters/alert-words';
import type { FieldCatalogue } from '@readerlens/filters/model';
import { filtersInWords } from '../../../activities/searches/filters-in-words.ts';
import type { FilterInWords } from '../../../activities/searches/filters-in-words.ts';
import { createWordedModels } from '../../../activities/searches/shown-model.ts';
import type { WordedModel } from '../../../activities/searches/shown-model.ts';
import type { Services } from '../../../people/services.ts';
import type { Viewer } from '../../../people/session.ts';
import type { SubjectColumns } from './alert-definition.ts';
import { namedSubject } from './alert-subject.ts';
import type { AlertRow } from './alert.store.ts';

/** The columns that an alert and each of its runs have. */
export type WatchedColumns = Pick<AlertRow, 'filters' | 'indices'> & SubjectColumns;

/** What is watched, with no more than the viewer may see. */
export interface Watched {
  readonly model: WordedModel;
  readonly subject: Awaited<ReturnType<typeof namedSubject>>;
  readonly catalogue: FieldCatalogue;
  readonly blinded: boolean;
}

/** In the order of the alerts or runs. */
export const readWatched = async (
  services: Pick<Services, 'db' | 'catalogue'>,
  rows: readonly WatchedColumns[],
  viewer: Viewer,
): Promise<Watched[]> => {
  const [models, catalogue, subjects] = await Promise.all([
    createWordedModels(services)(rows, viewer),
    services.catalogue(),
    Promise.all(rows.map((row) => namedSubject(services, row, viewer))),
  ]);
  return models.map((model, index) => ({
    model,
    subject: subjects[index] ?? null,
    catalogue,
    blinded: viewer.blinded,
  }));
};

/** Describes the rule with what is watched. */
export const describeRule = (rule: AlertRule, { model, ...options }: Watched): string =>
  alertInWords(rule, model, { ...options, unseen: model.unseen });

/** Says which activities count; empty if all do. */
export const describeWatched = ({ model, ...options }: Watched): string =>
  describeCounted(model, { ...options, unseen: model.unseen });

/** Lists each filter, also those that sentences shorten. */
export const listWatched = ({ model, subject, catalogue, blinded }: Watched): FilterInWords[] => [
  ...(subject ? [{ name: subject.kind, operation: 'is', value: subject.name }] : []),
  ...filtersInWords(model, catalogue, { blinded }),
];
