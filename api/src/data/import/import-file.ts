import { realpath } from 'node:fs/promises';
import type { Database } from '../../platform/db/index.ts';
import type { SqlClient } from '../../platform/db/sql-pool.ts';
import type { ErasureKey } from '../../platform/secrets.ts';
import type { ImportKind } from './fields.ts';
import { ImportError } from './import-error.ts';
import { inImportTransaction, loadBatch } from './load-batch.ts';
import { createRowMapper } from './map-rows.ts';
import type { ImportRow, Problem } from './map-rows.ts';
import { checkMapping } from './mapping.ts';
import { completeFromDocuments, finishEngagements } from './merge-engagements.ts';
import { openRecords } from './open-records.ts';
import { isBroken } from './source-record.ts';
import type { SourceFile } from './open-records.ts';
import { createTally } from './tally.ts';
import type { ImportCounts, ImportTally, WarningKind } from './tally.ts';
import { openReport } from './report-file.ts';
import type { ReportedProblem } from './report-file.ts';
import { createStaging, dropStaging } from './staging.ts';

export interface ImportProgress extends ImportCounts {
  readonly bytes: number;
  readonly totalBytes: number;
  readonly stage: 'loading' | 'finishing';
}

export interface ImportOptions {
  readonly file: string;
  readonly kind?: ImportKind;
  /** The content of a mapping file; checked here. */
  readonly mapping?: unknown;
  /** Where to write a CSV of all rejections and warnings. */
  readonly report?: string;
  /** Rows per transaction. */
  readonly batchSize?: number;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Recognizes erased readers. */
  readonly erasureKey: ErasureKey;
  /** Stops between two batches, by throwing the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface ImportSummary extends ImportCounts {
  readonly kind: ImportKind;
  readonly format: SourceFile['format'];
  /** Columns of the file that no field uses. */
  readonly ignoredColumns: readonly string[];
  /** Columns that the mapping names, without a value in the whole file. */
  readonly emptyColumns: readonly string[];
  /** The first twenty. */
  readonly rejections: readonly Problem[];
  /** All kinds of values that could not be used, by field. */
  readonly warnings: readonly WarningKind[];
}

export const defaultBatchSize = 10_000;

interface Batch {
  readonly rows: readonly ImportRow[];
  readonly read: number;
  readonly rejections: readonly Problem[];
  readonly warnings: readonly Problem[];
}

type Mapper = ReturnType<typeof createRowMapper>;

/** Rejected rows count towards the size of a batch. */
async function* readBatches(source: SourceFile, mapper: Mapper, batchSize: number): AsyncGenerator<Batch> {
  const empty = () => ({
    rows: [] as ImportRow[],
    rejections: [] as Problem[],
    warnings: [] as Problem[],
    read: 0,
  });
  let batch = empty();
  for await (const records of source.records) {
    for (const record of records) {
      batch.read += 1;
      if (isBroken(record)) batch.rejections.push({ ...record, column: '', value: '' });
      else {
        const { row, rejections, warnings } = mapper.map(record);
        if (row) batch.rows.push(row);
        batch.rejections.push(...rejections);
        batch.warnings.push(...warnings);
      }
      if (batch.read < batchSize) continue;
      yield batch;
      batch = empty();
    }
  }
  if (batch.read > 0) yield batch;
}

/** Index-only scans need the visibility map and the planner needs statistics; a vacuum writes both. */
const vacuum = (client: SqlClient) =>
  client.exec('VACUUM (ANALYZE) engagement, engagement_detail, document, reader, organisation, client');

const checkReportPath = async ({ file, report }: ImportOptions): Promise<void> => {
  if (report === undefined) return;
  const [input, output] = await Promise.all(
    [file, report].map((path) => realpath(path).catch(() => undefined)),
  );
  if (input !== undefined && input === output)
    throw new ImportError('The report would overwrite the file itself.');
};

const finish: Readonly<Record<ImportKind, (client: SqlClient) => Promise<void>>> = {
  engagements: finishEngagements,
  documents: completeFromDocuments,
};

interface Run {
  readonly options: ImportOptions;
  readonly kind: ImportKind;
  readonly source: SourceFile;
  readonly mapper: Mapper;
  readonly tally: ImportTally;
}

const reportProgress = ({ options, source, tally }: Run, stage: ImportProgress['stage']): void => {
  const { totalBytes } = source;
  options.onProgress?.({ ...tally.counts, bytes: source.bytesRead(), totalBytes, stage });
};

const inOrder = <T extends Problem>(problems: readonly T[]): T[] =>
  problems.toSorted((one, other) => one.line - other.line);

const loadAll = async (client: SqlClient, run: Run): Promise<void> => {
  const { options, kind, source, mapper, tally } = run;
  const report = options.report === undefined ? undefined : await openReport(options.report);
  try {
    for await (const batch of readBatches(source, mapper, options.batchSize ?? defaultBatchSize)) {
      options.signal?.throwIfAborted();
      const loaded =
        batch.rows.length > 0 ? await loadBatch(client, kind, batch.rows, options.erasureKey) : undefined;
      const rejections = inOrder([...batch.rejections, ...(loaded?.rejections ?? [])]);
      const warnings = inOrder([...batch.warnings, ...(loaded?.warnings ?? [])]);
      tally.add({ read: batch.read, rejections, warnings, ...(loaded ? { loaded } : {}) });
      await report?.add(
        inOrder<ReportedProblem>([
          ...rejections.map((problem) => ({ ...problem, outcome: 'rejected' as const })),
          ...warnings.map((problem) => ({ ...problem, outcome: 'warning' as const })),
        ]),
      );
      reportProgress(run, 'loading');
    }
  } finally {
    await report?.close();
  }
};

const load = async (db: Database, run: Run): Promise<void> => {
  const client = await db.session();
  try {
    await createStaging(client, run.kind);
    await loadAll(client, run);
    run.options.signal?.throwIfAborted();
    reportProgress(run, 'finishing');
    await inImportTransaction(client, () => finish[run.kind](client));
    await vacuum(client);
  } finally {
    // Close the session if the tables cannot be dropped: they would fail the next import that gets it.
    await dropStaging(client).then(
      () => client.release(),
      () => client.release(true),
    );
  }
};

/**
 * Imports a file. Each batch is one transaction; a last one computes what depends on all batches. After an
 * interruption, the same import adds what is missing, nothing twice, and has the same result. Holds one session until
 * the end. The final vacuum needs a session without a statement timeout if the database is large.
 * @throws ImportError for a file, mapping or report that cannot be used; earlier batches stay imported
 */
export const importFile = async (db: Database, options: ImportOptions): Promise<ImportSummary> => {
  const { file, kind = 'engagements' } = options;
  const mapping = checkMapping(options.mapping ?? {}, kind);
  await checkReportPath(options);
  const source = await openRecords(file);
  try {
    const mapper = createRowMapper(kind, source.header, mapping);
    const tally = createTally();
    await load(db, { options, kind, source, mapper, tally });
    return {
      ...tally.counts,
      kind,
      format: source.format,
      ignoredColumns: mapper.ignoredColumns(),
      emptyColumns: mapper.emptyColumns(),
      rejections: tally.rejections(),
      warnings: tally.warnings(),
    };
  } finally {
    source.close();
  }
};
