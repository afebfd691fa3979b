import { realpath } from 'node:fs/promises';
import type { Database } from '../platform/db/index.ts';
import type { SqlClient } from '../platform/db/sql-pool.ts';
import type { ImportKind } from './fields.ts';
import { ImportError } from './import-error.ts';
import { inImportTransaction, loadBatch } from './load-batch.ts';
import { createRowMapper } from './map-rows.ts';
import type { ImportRow, Rejection } from './map-rows.ts';
import { checkMapping } from './mapping.ts';
import { completeFromDocuments, settleEngagements } from './merge-engagements.ts';
import type { MergeCounts } from './merge-engagements.ts';
import { isBroken, openRecords } from './open-records.ts';
import type { SourceFile } from './open-records.ts';
import { openReport } from './report-file.ts';
import { createStaging, dropStaging } from './staging.ts';

/** Every row that was read is counted in exactly one of the others. For documents, `imported` are those that changed. */
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
  /** What a mapping file has; checked here. */
  readonly mapping?: unknown;
  /** Where to write a CSV of all rejections. */
  readonly report?: string;
  /** Rows of one transaction. */
  readonly batchSize?: number;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Stops between two batches, by throwing the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface ImportSummary extends ImportCounts {
  readonly kind: ImportKind;
  readonly format: SourceFile['format'];
  /** Columns of the file that say nothing to the import. */
  readonly ignoredColumns: readonly string[];
  /** The first ones. */
  readonly rejections: readonly Rejection[];
}

export const defaultBatchSize = 10_000;
const shownRejections = 20;

const createTally = () => {
  const counts = { read: 0, imported: 0, alreadyThere: 0, duplicates: 0, rejected: 0 };
  const shown: Rejection[] = [];
  return {
    counts,
    shown,
    /** Several things may be wrong with a row, told one after the other: it is one row. */
    reject(rejections: readonly Rejection[]) {
      counts.rejected += new Set(rejections.map(({ line }) => line)).size;
      shown.push(...rejections.slice(0, shownRejections - shown.length));
    },
    add(merged: MergeCounts) {
      counts.imported += merged.imported;
      counts.alreadyThere += merged.alreadyThere;
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

/** Whole batches are the unit of what is read as well: rejected rows count as rows. */
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

/** Index-only scans need the visibility map and the planner its statistics; a vacuum writes both. */
const tidy = (client: SqlClient) =>
  client.exec('VACUUM (ANALYZE) engagement, engagement_detail, document, reader, organisation, client');

const refuseOverwriting = async ({ file, report }: ImportOptions): Promise<void> => {
  if (report === undefined) return;
  const [input, output] = await Promise.all(
    [file, report].map((path) => realpath(path).catch(() => undefined)),
  );
  if (input !== undefined && input === output)
    throw new ImportError('The report would overwrite the file itself.');
};

const settle: Readonly<Record<ImportKind, (client: SqlClient) => Promise<void>>> = {
  engagements: settleEngagements,
  documents: completeFromDocuments,
};

interface Run {
  readonly options: ImportOptions;
  readonly kind: ImportKind;
  readonly source: SourceFile;
  readonly mapper: Mapper;
  readonly tally: ReturnType<typeof createTally>;
}

const tellProgress = ({ options, source, tally }: Run, stage: ImportProgress['stage']): void => {
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
      tellProgress(run, 'loading');
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
    tellProgress(run, 'finishing');
    await inImportTransaction(client, () => settle[run.kind](client));
    await tidy(client);
  } finally {
    // A session that keeps the tables would fail the next import that gets it.
    await dropStaging(client).then(
      () => client.release(),
      () => client.release(true),
    );
  }
};

/**
 * Imports a file. Batches are committed one by one, each whole, and what takes all of them to know is settled at the
 * end. Whatever ends the process, the same import again adds what is missing, nothing twice, and ends with the same
 * result. Holds one session all the while; without a statement timeout for the last step, a vacuum, if it is large.
 * @throws ImportError for a file, mapping or report that cannot be used; batches before stay
 */
export const importFile = async (db: Database, options: ImportOptions): Promise<ImportSummary> => {
  const { file, kind = 'engagements' } = options;
  const mapping = checkMapping(options.mapping ?? {}, kind);
  await refuseOverwriting(options);
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
