import { formatDay } from '@readerlens/filters/model';
import { createDimensionNamesSource } from '../../activities/dimension-names.ts';
import type { MarketingCall } from '@readerlens/contract';
import { createKeptStatements } from '../../activities/packed/kept-statements.ts';
import { packedMetrics } from '../../activities/packed/packed-metrics.ts';
import { addFigureRoutes } from '../../activities/figures/figure.ts';
import type { FigureAnswers } from '../../activities/figures/figure.ts';
import { dashboardSelector } from '../../activities/select-engagements.ts';
import type { Services } from '../../people/services.ts';
import { route } from '../../platform/http/route.ts';
import type { ApiScope } from '../../platform/http/route.ts';
import { refuseWithoutFeature } from './data-access.ts';
import { marketingFigures } from './marketing-figures.ts';
import { createPageFiles } from './page-file.ts';

/** A page with a full list has less than half of it. */
const pageFileBytes = 4 * 1024 * 1024;

/**
 * The figures of marketing performance. The claim of each call is in the contract; without the feature nobody may make them.
 */
export const marketingRoutes = (scope: ApiScope, services: Services): FigureAnswers<MarketingCall> => {
  const { config, db, jobs, metrics } = services;
  const names = createDimensionNamesSource(db);
  const select = dashboardSelector(services);
  const keepStatements = createKeptStatements(db, { onBytes: packedMetrics(metrics).onBytes });
  const answers = addFigureRoutes(scope, marketingFigures, async (figure, request) => {
    refuseWithoutFeature({ config });
    figure.check?.(request);
    const { filters, activityTypes } = request.body;
    const selection = await select({ filters, activityTypes }, request.session);
    const today = formatDay(jobs.clock());
    return figure.read({
      ...request,
      kysely: keepStatements(selection),
      names,
      selection: { ...selection, today },
    });
  });

  const writePageFile = createPageFiles(services);
  route(scope, 'POST /api/marketing-performance/page-file', {
    bodyLimit: pageFileBytes,
    handler: ({ body, session }) => {
      refuseWithoutFeature({ config });
      return writePageFile(body, session);
    },
  });
  return answers;
};
