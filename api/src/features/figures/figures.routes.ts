import type { DashboardCall } from '@readerlens/contract';
import { createDimensionNamesSource } from '../../activities/dimension-names.ts';
import { dashboardSelector } from '../../activities/select-engagements.ts';
import type { EngagementRequest } from '../../activities/select-engagements.ts';
import { engagementChangeFigures } from '../../activities/changes/engagement-change.ts';
import { activityFigures } from '../../activities/figures/activities.ts';
import { buyingGroupFigures } from '../../activities/figures/buying-group.ts';
import { countFigures } from '../../activities/figures/counts.ts';
import { documentFigures } from '../../activities/figures/documents.ts';
import { fieldFigures } from '../../activities/figures/fields.ts';
import { firstContentFigures } from '../../activities/figures/first-content.ts';
import { addFigureRoutes } from '../../activities/figures/figure.ts';
import type {
  Figure,
  FigureAnswers,
  FigureRequest,
  Figures,
  Selected,
} from '../../activities/figures/figure.ts';
import { monthlyFigures } from '../../activities/figures/monthly.ts';
import { organisationPeerFigures } from '../../activities/figures/organisation-peers.ts';
import { scoreFigures } from '../../activities/figures/organisation-scores.ts';
import { organisationFigures } from '../../activities/figures/organisations.ts';
import { profileFigures } from '../../activities/figures/profiles.ts';
import { rankSeriesFigures } from '../../activities/figures/rank-series.ts';
import { readerFigures } from '../../activities/figures/readers.ts';
import { createSubjects } from '../../activities/figures/subjects.ts';
import { createCountedSelections } from '../../activities/packed/counted-selections.ts';
import { createKeptStatements } from '../../activities/packed/kept-statements.ts';
import { packedMetrics } from '../../activities/packed/packed-metrics.ts';
import { createPackedSelections } from '../../activities/packed/packed-selections.ts';
import type { Services } from '../../people/services.ts';
import type { ApiScope, HandlerResult } from '../../platform/http/route.ts';

/** The figures of the dashboards. A call without a figure, or with one of another type, does not compile. */
export const figures: Figures<DashboardCall> = {
  ...countFigures,
  ...monthlyFigures,
  ...fieldFigures,
  ...documentFigures,
  ...readerFigures,
  ...organisationFigures,
  ...rankSeriesFigures,
  ...scoreFigures,
  ...organisationPeerFigures,
  ...profileFigures,
  ...buyingGroupFigures,
  ...firstContentFigures,
  ...activityFigures,
  ...engagementChangeFigures,
};

/** Answers calls with figures of the activities that the filters select, within what the caller may see. */
const createAnswers = ({ config, db, catalogue, metrics }: Services, onError: (error: unknown) => void) => {
  const names = createDimensionNamesSource(db);
  const subjects = createSubjects(db);
  const select = dashboardSelector({ catalogue, db });
  const packed = createPackedSelections(db, {
    mostBytes: config.figuresBytes,
    onError,
    ...packedMetrics(metrics),
  });
  const readCounts = createCountedSelections(db, packed, {
    onError,
    onBytes: packedMetrics(metrics).onBytes,
  });
  const keepStatements = createKeptStatements(db, { onBytes: packedMetrics(metrics).onBytes });

  /** Undefined if the figure must be read with SQL. */
  const count = async <K extends DashboardCall>(
    figure: Figure<K>,
    question: FigureRequest<K> & Selected,
  ): Promise<HandlerResult<K> | undefined> => {
    if (!figure.count) return undefined;
    const selection = figure.findCounted?.(question) ?? question.selection;
    const parts = figure.counted && new Set(figure.counted);
    const rows = await packed.read(selection, { parts, joinsOnly: figure.joinsOnly });
    return rows && figure.count(rows, question);
  };

  return async <K extends DashboardCall>(figure: Figure<K>, request: FigureRequest<K>) => {
    const { session } = request;
    figure.check?.(request);
    const path = figure.buildRequest?.(request);
    const selection = await select(path ?? (request.body as EngagementRequest), session);
    // The reader of a path is looked up after the filters are checked.
    const readers = path ? { readerIds: [(await subjects.reader(path.idOrEmail, session)).id] } : {};
    const question = {
      ...request,
      kysely: keepStatements(selection),
      names,
      readCounts,
      selection: { ...selection, ...readers },
    };
    const answer = (await count(figure, question)) ?? (await figure.read(question));
    if (figure.isEmpty?.(answer)) await subjects.require(question.selection, session.scope);
    return answer;
  };
};

export const figureRoutes = (scope: ApiScope, services: Services): FigureAnswers<DashboardCall> =>
  addFigureRoutes(
    scope,
    figures,
    createAnswers(services, (err) => scope.app.log.warn({ err }, 'activities could not be packed')),
  );
