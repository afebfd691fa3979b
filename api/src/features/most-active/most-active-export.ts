import {
  companiesAsShownName,
  mostActiveCompaniesName,
  mostActiveReadersName,
  orgProperties,
  rankTrendWords,
  readersAsShownName,
  standardTrendMinimum,
} from '@readerlens/contract/most-active';
import type {
  OrgColumn,
  OrgSortField,
  ReaderColumn,
  ReaderSortField,
} from '@readerlens/contract/most-active';
import type { ReaderRow } from '@readerlens/contract';
import { scoreMeaning, scoreParts } from '@readerlens/contract/score';
import type { ScorePart } from '@readerlens/contract/score';
import { changeInPercent } from '@readerlens/contract/numbers';
import { anyContains } from '@readerlens/contract/text';
import { maySeeValue, previousRange } from '@readerlens/filters/model';
import type { ShownValue } from '@readerlens/filters/model';
import type { FastifyReply } from 'fastify';
import type { EngagementRequest } from '../../activities/select-engagements.ts';
import type { EngagementSelection } from '../../activities/selection.ts';
import { viewProperties } from '../../activities/figures/organisation-properties.ts';
import { addCountries } from '../../activities/figures/seen-activities.ts';
import { organisationView } from '../../activities/figures/organisation-view.ts';
import type { OrganisationView } from '../../activities/figures/organisation-view.ts';
import { findOrganisationSort, rankOrganisations } from '../../activities/figures/organisation-ranking.ts';
import type {
  OrganisationRank,
  OrganisationsRequest,
} from '../../activities/figures/organisation-ranking.ts';
import { compareWith, parseRankOrder } from '../../activities/figures/rank-order.ts';
import type { Place, PreviousFigures, RankSort } from '../../activities/figures/rank-order.ts';
import { readReaderRows } from '../../activities/figures/reader-rows.ts';
import type { LatestByReader, ReaderRank } from '../../activities/figures/reader-rows.ts';
import {
  findReaderSort,
  rankReaders,
  readLatestOfAll,
  readPlaces,
} from '../../activities/figures/readers.ts';
import type { ReadersRequest } from '../../activities/figures/readers.ts';
import { aboutColumns, aboutRows } from '../../outputs/export/about-sheet.ts';
import { selectionWords } from '../../activities/filter-words.ts';
import { createTermNames } from '../../activities/lookups/term-names.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import { clientDisconnectSignal } from '../../platform/http/disconnect-signal.ts';
import { requireMinimumRate } from '../../platform/http/minimum-rate.ts';
import type { FileResponse } from '../../platform/http/route.ts';
import { checkRowCount, sheetColumn, writeWorkbook } from '../../platform/spreadsheet/index.ts';
import type { Cell, Column, Row } from '../../platform/spreadsheet/index.ts';

interface ExportPlan {
  readonly request: EngagementRequest;
  readonly selection: EngagementSelection;
  /** Only rows that contain it, of what the session sees. */
  readonly text: string;
}

interface ReaderPlan extends ExportPlan, Pick<ReadersRequest, 'sort' | 'trend'> {
  /** The columns of a file as shown; undefined for the specified ones. */
  readonly shown: readonly ReaderColumn[] | undefined;
}

interface CompanyPlan extends ExportPlan, Pick<OrganisationsRequest, 'sort' | 'trend'> {
  /** The columns of a file as shown; undefined for the specified ones. */
  readonly shown: readonly OrgColumn[] | undefined;
}

/** The rows of a file, which are read while it is written. */
interface Table {
  readonly count: number;
  readonly columns: readonly Column[];
  readonly rows: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;
}

interface RankingColumn<Ranked> extends Column {
  readonly of: (row: Ranked) => Cell;
}

type ShownReader = ReaderRow & Partial<PreviousFigures>;
type CompanyView = OrganisationView & ReturnType<typeof viewProperties>;
type ShownCompany = Omit<OrganisationRank, keyof CompanyView> & CompanyView;

const readerColumn = (
  name: string,
  width: number,
  of: RankingColumn<ShownReader>['of'],
): RankingColumn<ShownReader> => ({ ...sheetColumn(name, width), of });

const companyColumn = (
  name: string,
  width: number,
  of: RankingColumn<ShownCompany>['of'],
): RankingColumn<ShownCompany> => ({ ...sheetColumn(name, width), of });

/** The change as a share; empty if nothing came before. */
const changeShare = (now: number, before: number): Cell =>
  before === 0 ? null : changeInPercent(now, before) / 100;

const readerCells = {
  rank: readerColumn('Rank', 8, ({ rank }) => rank),
  previousRank: readerColumn('Rank Before', 13, ({ previousRank = null }) => previousRank),
  name: readerColumn('Reader Name', 28, ({ name }) => name),
  email: readerColumn('Email', 32, ({ email }) => email),
  jobTitle: readerColumn('Job Title', 28, ({ jobTitle }) => jobTitle),
  org: readerColumn('Org', 32, ({ orgName }) => orgName),
  linkedIn: readerColumn('LinkedIn', 40, ({ linkedInUrl }) => linkedInUrl),
  totalEngagements: readerColumn('Engagements', 13, ({ totalEngagements }) => totalEngagements),
  totalDocuments: readerColumn('Documents', 13, ({ totalDocuments }) => totalDocuments),
  mostRecent: readerColumn('Most Recent', 23, ({ mostRecent }) => new Date(mostRecent)),
  previousActivities: readerColumn('Period Before', 13, ({ previousActivities = 0 }) => previousActivities),
  engagementsChange: readerColumn(
    'Change',
    13,
    ({ totalEngagements, previousActivities = 0 }) => totalEngagements - previousActivities,
  ),
  changePercent: {
    ...readerColumn('Change %', 13, ({ totalEngagements, previousActivities = 0 }) =>
      changeShare(totalEngagements, previousActivities),
    ),
    isPercent: true,
  },
};

const companyCells = {
  rank: companyColumn('Rank', 8, ({ rank }) => rank),
  previousRank: companyColumn('Rank Before', 13, ({ previousRank = null }) => previousRank),
  orgName: companyColumn('Reader Org', 40, ({ name }) => name),
  uniqueReaders: companyColumn('Unique Readers', 15, ({ readers }) => readers),
  activitiesCount: companyColumn('Engagements', 13, ({ engagements }) => engagements),
  previousActivities: companyColumn('Period Before', 13, ({ previousActivities = 0 }) => previousActivities),
  engagementsChange: companyColumn(
    'Change',
    13,
    ({ engagements, previousActivities = 0 }) => engagements - previousActivities,
  ),
  changePercent: {
    ...companyColumn('Change %', 13, ({ engagements, previousActivities = 0 }) =>
      changeShare(engagements, previousActivities),
    ),
    isPercent: true,
  },
  engagementScore: companyColumn('Score', 9, ({ score }) => score?.total ?? null),
  recency: companyColumn('Recency', 11, ({ score }) => score?.recency ?? null),
  frequency: companyColumn('Frequency', 11, ({ score }) => score?.frequency ?? null),
  breadth: companyColumn('Breadth', 11, ({ score }) => score?.breadth ?? null),
  depth: companyColumn('Depth', 11, ({ score }) => score?.depth ?? null),
  companyType: companyColumn('Org Type', 32, ({ companyType }) => companyType.join(', ')),
  countries: companyColumn('Countries', 32, ({ countries }) => countries.join(', ')),
  revenue: companyColumn('Revenue', 16, ({ revenue }) => revenue),
  productCategories: companyColumn('Product Category', 24, ({ productCategories }) =>
    productCategories.join(', '),
  ),
};

/** The values of columns that not everyone may see. */
const grantedCells: Partial<Record<keyof typeof companyCells, ShownValue>> = {
  companyType: 'orgTypes',
  countries: 'countries',
  revenue: 'revenue',
  productCategories: 'productCategories',
};

const maySeeCell = (name: keyof typeof companyCells, { scope }: Session): boolean => {
  const value = grantedCells[name];
  return value === undefined || maySeeValue(value, scope.searchFields);
};

/** As specified, with the same for a trend as below. */
const listSpecifiedReaderColumns = (hasTrend: boolean): readonly (keyof typeof readerCells)[] => [
  'name',
  'email',
  'jobTitle',
  'org',
  'linkedIn',
  'totalEngagements',
  ...(hasTrend ? (['previousActivities', 'engagementsChange'] as const) : []),
  'totalDocuments',
  'mostRecent',
];

/** As specified; a trend adds the figures of the period before, without which its rows would say nothing. */
const listSpecifiedCompanyColumns = (hasTrend: boolean): readonly (keyof typeof companyCells)[] => [
  'orgName',
  'uniqueReaders',
  'activitiesCount',
  ...(hasTrend ? (['previousActivities', 'engagementsChange'] as const) : []),
  'companyType',
];

/**
 * A shown change says what it is from, and its share of that. The places that a rank moved are those since the rank
 * before.
 */
const withPeriodBefore = <Name extends string>(shown: readonly (Name | 'engagementsChange')[]) =>
  shown.flatMap(
    (name): (Name | 'engagementsChange' | 'changePercent' | 'previousRank' | 'previousActivities')[] => {
      if (name === 'engagementsChange') return ['previousActivities', name, 'changePercent'];
      return name === 'rank' && shown.includes('engagementsChange') ? [name, 'previousRank'] : [name];
    },
  );

/** A shown score has its parts beside it. */
const withScoreParts = <Name extends string>(shown: readonly (Name | 'engagementScore')[]) =>
  shown.flatMap((name): (Name | 'engagementScore' | ScorePart)[] =>
    name === 'engagementScore' ? [name, ...scoreParts] : [name],
  );

const orgSortWords: Readonly<Record<OrgSortField, string>> = {
  activitiesCount: companyCells.activitiesCount.title,
  uniqueReaders: companyCells.uniqueReaders.title,
  orgName: companyCells.orgName.title,
  engagementsChange: companyCells.engagementsChange.title,
  engagementScore: companyCells.engagementScore.title,
};
const readerSortWords: Readonly<Record<ReaderSortField, string>> = {
  totalEngagements: readerCells.totalEngagements.title,
  totalDocuments: readerCells.totalDocuments.title,
  mostRecent: readerCells.mostRecent.title,
  name: readerCells.name.title,
  jobTitle: readerCells.jobTitle.title,
  engagementsChange: readerCells.engagementsChange.title,
};

const orderRow = <Field extends string>(
  words: Readonly<Record<Field, string>>,
  sort: RankSort<Field>,
  session: Session,
): Row => {
  const { field, descending } = parseRankOrder(sort, session);
  return ['Order', `${words[field]}, ${descending ? 'descending' : 'ascending'}`];
};

const periodBeforeRow = ({ range }: EngagementSelection): Row => {
  const { from, to } = previousRange(range);
  return ['Period before', `${from} to ${to}`];
};

/** What the rows were chosen by besides the filters. */
const chosenRows = ({ trend, text, selection }: ReaderPlan | CompanyPlan, isCompared: boolean): Row[] => [
  ...(trend ? [['Shown', `${rankTrendWords[trend.kind].label}: ${rankTrendWords[trend.kind].meaning}`]] : []),
  ...(trend || isCompared ? [periodBeforeRow(selection)] : []),
  ...(trend ? [['Minimum engagements', trend.minimum ?? standardTrendMinimum]] : []),
  ...(text ? [['Searched text', text]] : []),
];

const describeReaders = (plan: ReaderPlan, session: Session): Row[] => [
  ...chosenRows(plan, plan.shown?.includes('engagementsChange') === true),
  ...(plan.shown ? [orderRow(readerSortWords, findReaderSort(plan), session)] : []),
];

const describeCompanies = (plan: CompanyPlan, session: Session): Row[] => {
  const { shown } = plan;
  return [
    ...chosenRows(plan, shown?.includes('engagementsChange') === true),
    ...(shown?.includes('engagementScore') ? [['Score', scoreMeaning]] : []),
    ...(shown ? [orderRow(orgSortWords, findOrganisationSort(plan), session)] : []),
  ];
};

interface Report {
  readonly file: string;
  readonly sheet: string;
  readonly read: () => Promise<Table>;
  /** Added to what the file says about itself. */
  readonly more?: readonly Row[];
}

interface ReaderSources {
  readonly latest: LatestByReader;
  /** Of the period before, if it is compared. */
  readonly places: readonly Place[] | undefined;
  readonly columns: readonly RankingColumn<ShownReader>[];
}

const batchSize = 500;

/** Writes the reports of the rankings: all rows, in the order of the screen. */
export const createMostActiveExports = (services: Services) => {
  const { db, catalogue, audit, exportSlots } = services;
  const names = createTermNames(services);

  async function* readerRows(
    ranks: readonly ReaderRank[],
    { latest, places, columns }: ReaderSources,
    session: Session,
  ): AsyncGenerator<Row[]> {
    const compare = compareWith(places);
    for (let start = 0; start < ranks.length; start += batchSize) {
      const batch = ranks.slice(start, start + batchSize);
      const rows = await readReaderRows(db.kysely, batch, latest, session, { hasLinks: false });
      yield rows.map((row) => {
        const shown = { ...row, ...compare(Number(row.readerId)) };
        return columns.map(({ of }) => of(shown));
      });
    }
  }

  const readerTable = async (plan: ReaderPlan, session: Session): Promise<Table> => {
    const { selection, trend, shown } = plan;
    const selected = { kysely: db.kysely, selection, session };
    const { ranks, total } = await rankReaders(selected, plan, { size: null, offset: 0 });
    checkRowCount(total);
    const latest = await readLatestOfAll(selected, plan);
    const before = { kysely: db.kysely, selection: { ...selection, range: previousRange(selection.range) } };
    const isCompared = trend !== undefined || shown?.includes('engagementsChange') === true;
    const places = isCompared ? await readPlaces(before) : undefined;
    const cellNames = shown ? withPeriodBefore(shown) : listSpecifiedReaderColumns(trend !== undefined);
    const columns = cellNames.map((name) => readerCells[name]);
    return { count: total, columns, rows: readerRows(ranks, { latest, places, columns }, session) };
  };

  const companyTable = async (plan: CompanyPlan, session: Session): Promise<Table> => {
    const { selection, text, trend, shown } = plan;
    const comparePrevious = shown?.includes('engagementsChange') === true;
    const withScore = shown?.includes('engagementScore') === true;
    const properties = orgProperties.filter((property) => shown?.includes(property));
    const source = { kysely: db.kysely, selection, session };
    const { ranks } = await rankOrganisations(
      source,
      { ...plan, comparePrevious, withScore, properties },
      null,
    );
    const found = (await addCountries(source, ranks, properties))
      .map((row) => ({ ...row, ...organisationView(row, session), ...viewProperties(row, session) }))
      .filter(({ name, companyType }) => anyContains([name, ...companyType], text));
    checkRowCount(found.length);
    const cellNames = shown
      ? withScoreParts(withPeriodBefore(shown))
      : listSpecifiedCompanyColumns(trend !== undefined);
    const columns = cellNames.filter((name) => maySeeCell(name, session)).map((name) => companyCells[name]);
    const cells = found.map((row): Row => columns.map(({ of }) => of(row)));
    return { count: cells.length, columns, rows: [cells] };
  };

  const aboutSheet = async (
    { request, selection }: ExportPlan,
    { count, more }: { count: number; more: readonly Row[] },
    session: Session,
  ) => {
    const { user, blinded } = session;
    const options = { catalogue: await catalogue(), names, viewer: session };
    const rows = [
      ...aboutRows({ user, count, masked: blinded, selection: 'All that match' }),
      ...(await selectionWords(request, selection, options)),
      ...more,
    ];
    return { name: 'About', columns: aboutColumns, rows: [rows] };
  };

  /** Waits for a slot, which is free again when the file is written or the client is gone. */
  const send = async (
    { file, sheet, read, more = [] }: Report,
    plan: ExportPlan,
    session: Session,
    reply: FastifyReply,
  ): Promise<FileResponse> => {
    const free = await exportSlots.take({ signal: clientDisconnectSignal(reply) });
    try {
      const { count, columns, rows } = await read();
      const about = await aboutSheet(plan, { count, more }, session);
      const detail = { report: file, rows: count, masked: session.blinded };
      await audit.record({ action: 'ranking.export', ...auditedIdentities(session), detail });
      const content = writeWorkbook([{ name: sheet, columns, rows }, about]);
      content.once('close', free);
      requireMinimumRate(content, reply.raw);
      return { name: file, content };
    } catch (error) {
      free();
      throw error;
    }
  };

  return {
    companies: (plan: CompanyPlan, session: Session, reply: FastifyReply) =>
      send(
        {
          file: plan.shown ? companiesAsShownName : mostActiveCompaniesName,
          sheet: 'Companies',
          read: () => companyTable(plan, session),
          more: describeCompanies(plan, session),
        },
        plan,
        session,
        reply,
      ),
    readers: (plan: ReaderPlan, session: Session, reply: FastifyReply) =>
      send(
        {
          file: plan.shown ? readersAsShownName : mostActiveReadersName,
          sheet: 'Readers',
          read: () => readerTable(plan, session),
          more: describeReaders(plan, session),
        },
        plan,
        session,
        reply,
      ),
  };
};
