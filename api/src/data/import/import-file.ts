import { realpath } from 'node:fs/promises';
import type { Database } from '../../platform/db/index.ts';
import type { SqlClient } from '../../platform/db/sql-pool.ts';
import type { ImportKind } from './fields.ts';
import { ImportError } from './import-error.ts';
import { inImportTransaction, loadBatch } from './load-batch.ts';
import { createRowMapper } from './map-rows.ts';
import type { ImportRow, Rejection } from './map-rows.ts';
import { checkMapping } from './mapping.ts';
import { completeFromDocuments, finishEngagements } from './merge-engagements.ts';
import type { MergeCounts } from './merge-engagements.ts';
import { openRecords } from './open-records.ts';
import { isBroken } from './source-record.ts';
import type { SourceFile } from './open-records.ts';
import { openReport } from './report-file.ts';
import { createStaging, dropStaging } from './staging.ts';

/** Every row in `read` is in exactly one of the other counts. For documents, `imported` counts those that changed. */
export interface ImportCounts extends MergeCounts {
  readonly read: number;
  readonly rejected: number;
}

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
  /** Where to write a CSV of all rejections. */
  readonly report?: string;
  /** Rows per transaction. */
  readonly batchSize?: number;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Stops between two batches, by throwing the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface ImportSummary extends ImportCounts {
  readonly kind: ImportKind;
  readonly format: SourceFile['format'];
  /** Columns of the file that no field uses. */
  readonly ignoredColumns: readonly string[];
  /** The first twenty. */
  readonly rejections: readonly Rejection[];
}

export const defaultBatchSize = 10_000;
const shownRejections = 20;

const createTally = () => {
  const counts = { read: 0, imported: 0, alreadyPresent: 0, duplicates: 0, rejected: 0 };
  const shown: Rejection[] = [];
  return {
    counts,
    shown,
    /** Counts rows: a row may have several rejections. */
    reject(rejections: readonly Rejection[]) {
      counts.rejected += new Set(rejections.map(({ line }) => line)).size;
      shown.push(...rejections.slice(0, shownRejections - shown.length));
    },
    add(merged: MergeCounts) {
      counts.imported += merged.imported;
      counts.alreadyPresent += merged.alreadyPresent;
      counts.duplicates += merged.duplicates;
    },
  };
};

interface Batch {
  readonly rows: readonly ImportRow[];
  readonly read: number;
  readonly rejections: readonly Rejection[];
}

type Mapper = ReturnType<typeof createRowMapper>;

/** Rejected rows count towards the size of a batch. */
async function* batchesOf(source: SourceFile, mapper: Mapper, batchSize: number): AsyncGenerator<Batch> {
  let rows: ImportRow[] = [];
  let rejections: Rejection[] = [];
  let read = 0;
  for await (const records of source.records) {
    for (const record of records) {
      read += 1;
      const mapped = isBroken(record)
        ? [{ line: record.line, column: '', value: '', reason: record.reason }]
        : mapper.map(record);
      if ('cells' in mapped) rows.push(mapped);
      else rejections.push(...mapped);
      if (read < batchSize) continue;
      yield { rows, rejections, read };
      [rows, rejections, read] = [[], [], 0];
    }
  }
  if (read > 0) yield { rows, rejections, read };
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
  readonly tally: ReturnType<typeof createTally>;
}

const reportProgress = ({ options, source, tally }: Run, stage: ImportProgress['stage']): void => {
  const { totalBytes } = source;
  options.onProgress?.({ ...tally.counts, bytes: source.bytesRead(), totalBytes, stage });
};

const loadAll = async (client: SqlClient, run: Run): Promise<void> => {
  const { options, kind, source, mapper, tally } = run;
  const report = options.report === undefined ? undefined : await openReport(options.report);
  try {
    for await (const batch of batchesOf(source, mapper, options.batchSize ?? defaultBatchSize)) {
      options.signal?.throwIfAborted();
      const loaded = batch.rows.length > 0 ? await loadBatch(client, kind, batch.rows) : undefined;
      const rejections = [...batch.rejections, ...(loaded?.rejections ?? [])].sort((a, b) => a.line - b.line);
      tally.counts.read += batch.read;
      tally.reject(rejections);
      if (loaded) tally.add(loaded);
      await report?.add(rejections);
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
    const mapper = createRowMapper(kind, source.columns, mapping);
    const tally = createTally();
    await load(db, { options, kind, source, mapper, tally });
    return {
      ...tally.counts,
      kind,
      format: source.format,
      ignoredColumns: mapper.ignoredColumns(),
      rejections: tally.shown,
    };
  } finally {
    source.close();
  }
};
