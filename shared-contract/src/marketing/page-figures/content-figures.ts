import type { CallData } from '../../call.ts';
import type { Calls } from '../../calls.ts';
import { defineCount, defineRate, listCases, listCounts } from './tiles.ts';
import type { ShownFigure } from './tiles.ts';

export type Content = CallData<Calls['POST /api/marketing-performance/content']>;

export const contentTiles = {
  engagements: defineCount<Content>('Engagements', (data) => data.engagements),
  readers: defineCount<Content>('Readers', (data) => data.readers),
  organizations: defineCount<Content>('Organizations', (data) => data.organizations),
  coverage: defineRate<Content>('Content coverage', (data) => ({
    part: data.engagedDocuments,
    of: data.availableDocuments,
  })),
  several: defineRate<Content>('Readers of several documents', (data) => ({
    part: data.readersOfSeveral,
    of: data.readers,
  })),
  highQuality: defineRate<Content>('High-quality engagements', (data) => ({
    part: data.highQuality,
    of: data.rated,
  })),
  declining: defineCount<Content>('Declining documents', (data) => data.declining),
  silent: defineCount<Content>('Silent documents', (data) => data.silent),
} as const;

/** The tiles of content insights, in the order of the page. */
export const listContentFigures = (data: Content, before: Content | undefined): ShownFigure[] => {
  const { engagements, readers, organizations, coverage, several, highQuality, declining, silent } =
    contentTiles;
  return [
    ...listCounts([engagements, readers, organizations], data, before),
    ...listCases([coverage, several, highQuality], data),
    ...listCounts([declining, silent], data, before),
  ];
};
