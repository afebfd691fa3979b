import type { MarketingCall } from '@readerlens/contract';
import { formatDay } from '@readerlens/filters/model';
import { createDimensionNamesSource } from '../../activities/dimension-names.ts';
import { addFigureRoutes } from '../../activities/figures/figure.ts';
import type { Figures } from '../../activities/figures/figure.ts';
import { changeFigures } from '../../activities/changes/change-figures.ts';
import { comparisonFigures } from '../../activities/comparison/comparison-figures.ts';
import { contentFigures } from '../../activities/content-insights/content-figures.ts';
import type { MarketingSelection } from '../../activities/marketing-selection.ts';
import { newnessFigures } from '../../activities/newness/newness-figures.ts';
import { pipelineFigures } from '../../activities/pipeline/pipeline-figures.ts';
import { eventFigures } from '../../activities/tactics/event-figures.ts';
import { newsletterFigures } from '../../activities/tactics/newsletter-figures.ts';
import { webinarFigures } from '../../activities/tactics/webinar-figures.ts';
import { dashboardSelector } from '../../activities/select-engagements.ts';
import type { Feature } from '../../people/services.ts';
import { route } from '../../platform/http/route.ts';
import { refuseWithoutFeature } from './data-access.ts';
import { createPageFiles } from './page-file.ts';

/** A page with a full list has less than half of it. */
const pageFileBytes = 4 * 1024 * 1024;

/** A call without a figure, or with one of another type, does not compile. */
const figures: Figures<MarketingCall, MarketingSelection> = {
  ...changeFigures,
  ...newnessFigures,
  ...contentFigures,
  ...pipelineFigures,
  ...comparisonFigures,
  ...eventFigures,
  ...newsletterFigures,
  ...webinarFigures,
};

/**
 * The figures of marketing performance. The claim of each call is in the contract; without the feature nobody may make them.
 */
export const marketingRoutes: Feature = (scope, services) => {
  const { config, db, catalogue, jobs } = services;
  const names = createDimensionNamesSource(db);
  const select = dashboardSelector(catalogue);
  addFigureRoutes(scope, figures, async (figure, request) => {
    refuseWithoutFeature({ config });
    figure.check?.(request);
    const { filters, activityTypes } = request.body;
    const selection = await select({ filters, activityTypes }, request.session);
    const today = formatDay(jobs.clock());
    return figure.read({ ...request, kysely: db.kysely, names, selection: { ...selection, today } });
  });

  const writePageFile = createPageFiles(services);
  route(scope, 'POST /api/marketing-performance/page-file', {
    bodyLimit: pageFileBytes,
    handler: ({ body, session }) => {
      refuseWithoutFeature({ config });
      return writePageFile(body, session);
    },
  });
};
