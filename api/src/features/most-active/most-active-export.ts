import {
  mostActiveCompaniesName,
  mostActiveReadersName,
  orgTrendWords,
  standardOrgMinimum,
} from '@readerlens/contract/most-active';
import type { ReaderSortField } from '@readerlens/contract/most-active';
import type { ReaderRow } from '@readerlens/contract';
import { anyContains } from '@readerlens/contract/text';
import { previousRange } from '@readerlens/filters/model';
import type { FastifyReply } from 'fastify';
import type { EngagementRequest } from '../../activities/select-engagements.ts';
import type { EngagementSelection } from '../../activities/selection.ts';
import { organisationView, seesTypes } from '../../activities/figures/organisation-view.ts';
import type { OrganisationView } from '../../activities/figures/organisation-view.ts';
import { rankOrganisations } from '../../activities/figures/organisation-ranking.ts';
import type {
  OrganisationRank,
  OrganisationsRequest,
} from '../../activities/figures/organisation-ranking.ts';
import { parseRankOrder } from '../../activities/figures/rank-order.ts';
import type { RankSort } from '../../activities/figures/rank-order.ts';
import { readReaderRows } from '../../activities/figures/reader-rows.ts';
import type { LatestByReader, ReaderRank } from '../../activities/figures/reader-rows.ts';
import { rankReaders, readLatestOfAll } from '../../activities/figures/readers.ts';
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
}

interface ReaderPlan extends ExportPlan {
  readonly sort: RankSort<ReaderSortField> | undefined;
}

interface CompanyPlan extends ExportPlan, Pick<OrganisationsRequest, 'sort' | 'trend'> {
  /** Only rows that contain it, of what the session sees. */
  readonly text: string;
}

/** The rows of a file, which are read while it is written. */
interface Table {
  readonly count: number;
  readonly columns: readonly Column[];
  readonly rows: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;
}

const readerColumns: readonly (Column & { readonly of: (row: ReaderRow) => Cell })[] = [
  { ...sheetColumn('Reader Name', 28), of: ({ name }) => name },
  { ...sheetColumn('Email', 32), of: ({ email }) => email },
  { ...sheetColumn('Job Title', 28), of: ({ jobTitle }) => jobTitle },
  { ...sheetColumn('Org', 32), of: ({ orgName }) => orgName },
  { ...sheetColumn('LinkedIn', 40), of: ({ linkedInUrl }) => linkedInUrl },
  { ...sheetColumn('Engagements', 13), of: ({ totalEngagements }) => totalEngagements },
  { ...sheetColumn('Documents', 13), of: ({ totalDocuments }) => totalDocuments },
  { ...sheetColumn('Most Recent', 23), of: ({ mostRecent }) => new Date(mostRecent) },
];

type ShownCompany = Omit<OrganisationRank, keyof OrganisationView> & OrganisationView;
type CompanyColumn = Column & { readonly of: (row: ShownCompany) => Cell };

/** As specified; a trend adds the figures of the period before, without which its rows would say nothing. */
const listCompanyColumns = ({ hasTrend, hasTypes }: { hasTrend: boolean; hasTypes: boolean }) => {
  const column = (name: string, width: number, of: CompanyColumn['of']): CompanyColumn => ({
    ...sheetColumn(name, width),
    of,
  });
  return [
    column('Reader Org', 40, ({ name }) => name),
    column('Unique Readers', 15, ({ readers }) => readers),
    column('Engagements', 13, ({ engagements }) => engagements),
    ...(hasTrend
      ? [
          column('Period Before', 13, ({ previousActivities = 0 }) => previousActivities),
          column('Change', 13, ({ engagements, previousActivities = 0 }) => engagements - previousActivities),
        ]
      : []),
    ...(hasTypes ? [column('Org Type', 32, ({ companyType }) => companyType.join(', '))] : []),
  ];
};

/** What the rows were chosen by besides the filters. */
const describeList = ({ selection, text, trend }: CompanyPlan): Row[] => {
  const { from, to } = previousRange(selection.range);
  return [
    ...(trend
      ? [
          ['Shown', `${orgTrendWords[trend.kind].label}: ${orgTrendWords[trend.kind].meaning}`],
          ['Period before', `${from} to ${to}`],
          ['Minimum engagements', trend.minimum ?? standardOrgMinimum],
        ]
      : []),
    ...(text ? [['Searched text', text]] : []),
  ];
};

interface Report {
  readonly file: string;
  readonly sheet: string;
  readonly read: () => Promise<Table>;
  /** Added to what the file says about itself. */
  readonly more?: readonly Row[];
}

const batchSize = 500;

/** Writes the reports of the rankings: all rows, in the order of the screen. */
export const createMostActiveExports = (services: Services) => {
  const { db, catalogue, audit, exportSlots } = services;
  const names = createTermNames(services);

  async function* readerRows(
    ranks: readonly ReaderRank[],
    latest: LatestByReader,
    session: Session,
  ): AsyncGenerator<Row[]> {
    for (let start = 0; start < ranks.length; start += batchSize) {
      const batch = ranks.slice(start, start + batchSize);
      const rows = await readReaderRows(db.kysely, batch, latest, session, { hasLinks: false });
      yield rows.map((row) => readerColumns.map(({ of }) => of(row)));
    }
  }

  const readerTable = async (
    { selection, sort = { field: 'totalEngagements' } }: ReaderPlan,
    session: Session,
  ): Promise<Table> => {
    const selected = { kysely: db.kysely, selection };
    const { ranks, total } = await rankReaders(selected, parseRankOrder(sort, session), {
      size: null,
      offset: 0,
    });
    checkRowCount(total);
    const latest = await readLatestOfAll(selected);
    return { count: total, columns: readerColumns, rows: readerRows(ranks, latest, session) };
  };

  const companyTable = async (plan: CompanyPlan, session: Session): Promise<Table> => {
    const { selection, text, trend } = plan;
    const { ranks } = await rankOrganisations({ kysely: db.kysely, selection, session }, plan, null);
    const shown = ranks
      .map((row) => ({ ...row, ...organisationView(row, session) }))
      .filter(({ name, companyType }) => anyContains([name, ...companyType], text));
    checkRowCount(shown.length);
    const columns = listCompanyColumns({ hasTrend: trend !== undefined, hasTypes: seesTypes(session) });
    const cells = shown.map((row): Row => columns.map(({ of }) => of(row)));
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
          file: mostActiveCompaniesName,
          sheet: 'Companies',
          read: () => companyTable(plan, session),
          more: describeList(plan),
        },
        plan,
        session,
        reply,
      ),
    readers: (plan: ReaderPlan, session: Session, reply: FastifyReply) =>
      send(
        { file: mostActiveReadersName, sheet: 'Readers', read: () => readerTable(plan, session) },
        plan,
        session,
        reply,
      ),
  };
};
