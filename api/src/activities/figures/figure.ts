import type { CallKey, Calls } from '@readerlens/contract';
import type { Kysely, RawBuilder } from 'kysely';
import type { Schema } from '../../platform/db/index.ts';
import { route } from '../../platform/http/route.ts';
import type { ApiScope, CallContext, HandlerResult } from '../../platform/http/route.ts';
import type { DimensionNamesSource } from '../dimension-names.ts';
import type { ReadCounts } from '../packed/counted-selections.ts';
import type { PackedRows } from '../packed/packed-rows.ts';
import type { PackedValue } from '../packed/packed-statement.ts';
import type { EngagementRequest } from '../select-engagements.ts';
import type { EngagementSelection } from '../selection.ts';
import type { Session, Viewer } from '../../people/session.ts';

/** The rows that are selected, and for whom. */
export interface Selected<Selection = EngagementSelection> {
  readonly kysely: Kysely<Schema>;
  /** Names of the small dimensions. */
  readonly names: DimensionNamesSource;
  readonly selection: Selection;
  readonly session: Viewer;
  /** Reads counts that are shared and kept. Without it they are counted with SQL. */
  readonly readCounts?: ReadCounts;
}

/** The request for a figure, which is never a public call. */
export type FigureRequest<K extends CallKey> = Pick<CallContext<Calls[K]>, 'body' | 'params' | 'query'> & {
  readonly session: Session;
};

/** How a call of a dashboard is answered. */
export interface Figure<K extends CallKey, Selection = EngagementSelection> {
  /** Throws for a request that is refused before its filters are read. */
  readonly check?: (request: FigureRequest<K>) => unknown;
  /** Builds the filters of a call that has them and a reader in its path. */
  readonly buildRequest?: (request: FigureRequest<K>) => EngagementRequest & { readonly idOrEmail: string };
  readonly read: (question: FigureRequest<K> & Selected<Selection>) => Promise<HandlerResult<K>>;
  /** The same answer from rows of the selection that all figures share. Without it, and if they cannot be shared, `read` answers. */
  readonly count?: (
    rows: PackedRows,
    question: FigureRequest<K> & Selected<Selection>,
  ) => HandlerResult<K> | Promise<HandlerResult<K>>;
  /** What `count` needs of each activity besides its reader and document; by default all, which most pages need together. */
  readonly counted?: readonly PackedValue[];
  /** The selection whose rows `count` gets; by default that of the question. */
  readonly findCounted?: (question: FigureRequest<K> & Selected<Selection>) => Selection;
  /** Takes rows that others share or that are kept, and is no reason to read them: `read` is faster. */
  readonly joinsOnly?: true;
  /**
   * For a figure of one reader or organization. Only an answer that is not empty proves that the caller may see the
   * subject: after an empty one all activities are scanned.
   */
  readonly isEmpty?: (answer: HandlerResult<K>) => boolean;
}

/** A figure for each call. Figures of other tables have another selection. */
export type Figures<Call extends CallKey, Selection = EngagementSelection> = {
  readonly [K in Call]: Figure<K, Selection>;
};

/** How a figure is answered, whether its call comes alone or with others. */
export type FigureAnswers<Call extends CallKey> = {
  readonly [K in Call]: (request: FigureRequest<K>) => Promise<HandlerResult<K>>;
};

const bindFigures = <Call extends CallKey, Selection>(
  figures: Figures<Call, Selection>,
  answer: <K extends Call>(
    figure: Figure<K, Selection>,
    request: FigureRequest<K>,
  ) => Promise<HandlerResult<K>>,
) =>
  Object.fromEntries(
    (Object.keys(figures) as Call[]).map((call) => [
      call,
      (request: FigureRequest<Call>) => answer(figures[call], request),
    ]),
  ) as unknown as FigureAnswers<Call>;

/** Adds the routes of figures. `answer` checks access, selects the rows and reads a figure. */
export const addFigureRoutes = <Call extends CallKey, Selection>(
  scope: ApiScope,
  figures: Figures<Call, Selection>,
  answer: <K extends Call>(
    figure: Figure<K, Selection>,
    request: FigureRequest<K>,
  ) => Promise<HandlerResult<K>>,
): FigureAnswers<Call> => {
  const answers = bindFigures(figures, answer);
  for (const call of Object.keys(figures) as Call[])
    route(scope, call, { handler: (context) => answers[call](context as FigureRequest<Call>) });
  return answers;
};

export const readRows = async <Row>(kysely: Kysely<Schema>, query: RawBuilder<Row>): Promise<Row[]> =>
  (await query.execute(kysely)).rows;

/** The row of a statement that always has one. */
export const readRow = async <Row>(kysely: Kysely<Schema>, query: RawBuilder<Row>): Promise<Row> => {
  const [row] = await readRows(kysely, query);
  if (!row) throw new Error('An aggregate query returned no row.');
  return row;
};

/** Whether a row is one of a page, rather than the one without an id that an empty page has for its total. */
export const isFound = <Row extends { readonly id: number }>(row: Partial<Row>): row is Row =>
  typeof row.id === 'number';

export const hasNoRows = ({ data }: { readonly data: readonly unknown[] }): boolean => data.length === 0;

/** A count, which some calls repeat at the top level. */
export const countAnswer = (total: number) => ({ data: { total }, total });
