import { shownProblems, shownUploads } from '@readerlens/contract';
import type { CallData, CallInput, Calls, MarketingUpload, UploadOutcome } from '@readerlens/contract';
import { shownChanges } from '@readerlens/contract/marketing-pipeline';
import type { UploadKind } from '@readerlens/contract/marketing-pipeline';
import { matchKey } from '@readerlens/contract/text';
import { formatDay } from '@readerlens/filters/model';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { withholdErasedEmails } from '../../activities/erasure/withhold-erased.ts';
import { ErasureKeyError, runIn } from '../../activities/erasure/erased-identities.ts';
import { maskNaming, maskedText } from '../../people/blinding/pseudonyms.ts';
import { nameOfPersonSql } from '../../people/person-name.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { auditedIdentities } from '../../platform/audit.ts';
import type { Schema } from '../../platform/db/index.ts';
import { conflict, invalidInput, noSuchThing } from '../../platform/http/errors.ts';
import { parseUuid } from '../../platform/http/ids.ts';
import type { createOpportunityData } from './opportunity-data.ts';
import type { OpportunityRow } from './uploads/opportunity-kind.ts';
import { readUpload } from './uploads/read-upload.ts';
import type { UploadSource } from './uploads/read-upload.ts';
import { namingLabels, storedKinds } from './uploads/stored-kinds.ts';
import { uploadRules } from './uploads/upload-kinds.ts';
import { compareUpload, storeUpload } from './uploads/upload-store.ts';

type Parts = Pick<Services, 'audit' | 'db' | 'jobs' | 'secrets'>;
type Opportunities = ReturnType<typeof createOpportunityData>;
type UploadCall = Calls['POST /api/marketing-data/{clientId}/uploads/{kind}'];
type Data = CallData<Calls['GET /api/marketing-data/{clientId}/uploads/{kind}']>;
type Change = UploadOutcome['changes'][number];

export interface SentUpload {
  readonly kind: UploadKind;
  readonly source: UploadSource;
  readonly fileName: string | null;
  readonly options: Pick<CallInput<UploadCall>['body'], 'days' | 'dryRun' | 'mode'>;
}

const listColumns = (kind: UploadKind): Data['columns'] =>
  Object.values(uploadRules[kind].columns).map(({ label, meaning, isRequired, otherNames }) => ({
    name: label,
    meaning,
    isRequired,
    otherNames: otherNames.map((name) => name.replaceAll('_', ' ')),
  }));

const listNewStages = (
  rows: readonly OpportunityRow[],
  outcomes: Readonly<Record<string, string>>,
): string[] => {
  const found = new Map<string, string>();
  for (const { stage } of rows)
    if (outcomes[matchKey(stage)] === undefined) found.set(matchKey(stage), stage);
  return [...found.values()];
};

/** Uploads of all kinds. Callers have checked the client. */
export const createUploads = ({ audit, db, jobs, secrets }: Parts, opportunities: Opportunities) => {
  const { kysely } = db;

  const withholdErased = async (
    trx: Transaction<Schema>,
    sent: Parameters<typeof withholdErasedEmails<unknown>>[2],
  ) => {
    try {
      return await withholdErasedEmails(runIn(trx), secrets.erasureKey, sent);
    } catch (error) {
      throw error instanceof ErasureKeyError ? conflict(error.message) : error;
    }
  };

  const uploads = (clientId: number) =>
    kysely
      .selectFrom('marketing_upload as u')
      .select([
        'u.id',
        'u.kind',
        'u.mode',
        'u.at',
        'u.file_name',
        'u.rows',
        'u.added',
        'u.changed',
        'u.unchanged',
        'u.removed',
        'u.refused',
        nameOfPersonSql('u.user_id').as('by'),
      ])
      .where('u.client_id', '=', clientId);
  type UploadRow = Awaited<ReturnType<ReturnType<typeof uploads>['executeTakeFirstOrThrow']>>;

  const showUpload = (
    { at, file_name, kind, mode, ...row }: UploadRow,
    session: Session,
  ): MarketingUpload => ({
    ...row,
    kind: kind as MarketingUpload['kind'],
    mode: mode as MarketingUpload['mode'],
    fileName: maskNaming(file_name, session),
    at: at.toISOString(),
  });

  const countPeople = async (clientId: number, kind: UploadKind) => {
    const { rows } = await sql<{ rows: number; known: number; people: number }>`
      SELECT count(*) AS rows, count(DISTINCT email) AS people, count(DISTINCT email) FILTER (WHERE reader_id IS NOT NULL) AS known
      FROM ${sql.table(storedKinds[kind].table)} WHERE client_id = ${clientId}::integer`.execute(kysely);
    const { known, people, rows: count } = rows[0] ?? { known: 0, people: 0, rows: 0 };
    return { rows: count, people: { known, unknown: people - known } };
  };

  const readRows = async (clientId: number, kind: UploadKind) => {
    if (kind !== 'opportunities') return { ...(await countPeople(clientId, kind)), opportunities: null };
    const data = await opportunities.read(clientId);
    const rows = Object.values(data.accounts).reduce((sum, each) => sum + each, 0);
    return { rows, people: null, opportunities: data };
  };

  const findUpload = async (clientId: number, text: string): Promise<UploadRow> => {
    const id = parseUuid(text);
    const row = id && (await uploads(clientId).where('u.id', '=', id).executeTakeFirst());
    if (!row) throw noSuchThing('upload');
    return row;
  };

  return {
    read: async (clientId: number, kind: UploadKind, session: Session): Promise<Data> => {
      const [rows, last] = await Promise.all([
        readRows(clientId, kind),
        uploads(clientId)
          .where('u.kind', '=', kind)
          .orderBy('u.at', 'desc')
          .orderBy('u.id')
          .limit(shownUploads)
          .execute(),
      ]);
      return { ...rows, columns: listColumns(kind), uploads: last.map((row) => showUpload(row, session)) };
    },

    /** Reads, and unless it is a dry run stores, an upload. The same upload again changes nothing. */
    async upload(
      clientId: number,
      { kind, source, fileName, options }: SentUpload,
      session: Session,
    ): Promise<UploadOutcome> {
      const { mode, dryRun = false, days = 'iso' } = options;
      const at = jobs.clock();
      const outcomes = kind === 'opportunities' ? await opportunities.readOutcomes(clientId) : {};
      const { rows: sentRows, summary } = await readUpload({
        kind,
        context: { days, today: formatDay(at), outcomes },
        source,
      });
      const { refusedIds, rows: rowCount, ...shown } = summary;
      if (mode === 'replace' && sentRows.length === 0)
        throw invalidInput('mode', 'No row of the file can be used, so it cannot replace what there is.');
      const upload = {
        kind,
        clientId,
        userId: session.user.id,
        at,
        fileName,
        mode,
        rowCount,
        refused: summary.refused,
      };
      const { counts, changes, uploadId } = await db.transaction(
        async (trx) => {
          const sent = { clientId, rows: sentRows, refusedIds };
          const rows = kind === 'opportunities' ? sent : await withholdErased(trx, sent);
          if (dryRun) return { ...(await compareUpload(trx, { ...upload, ...rows })), uploadId: null };
          const stored = await storeUpload(trx, { ...upload, ...rows });
          const { added, changed, removed } = stored.counts;
          await audit.record(
            {
              action: kind === 'opportunities' ? 'opportunities.upload' : 'tactics.upload',
              ...auditedIdentities(session),
              detail: { clientId, kind, mode, added, changed, removed },
            },
            trx,
          );
          return stored;
        },
        { timeoutMs: 0 },
      );
      return {
        ...shown,
        ...counts,
        uploadId,
        rows: rowCount,
        problems: summary.problems.slice(0, shownProblems),
        columns: [...summary.columns],
        unusedColumns: [...summary.unusedColumns],
        newStages:
          kind === 'opportunities' ? listNewStages(sentRows as readonly OpportunityRow[], outcomes) : [],
        changes: [...changes],
      };
    },

    async readUpload(clientId: number, id: string, session: Session) {
      const row = await findUpload(clientId, id);
      const changes = await kysely
        .selectFrom('marketing_upload_change')
        .select(['external_id', 'before', 'after'])
        .where('upload_id', '=', row.id)
        .orderBy('external_id')
        .limit(shownChanges)
        .execute();
      const show = (values: Change['before']): Change['before'] =>
        values === null || !session.blinded
          ? values
          : Object.fromEntries(
              Object.entries(values).map(([name, value]) => [
                name,
                value !== null && namingLabels.has(name) ? maskedText : value,
              ]),
            );
      return {
        upload: showUpload(row, session),
        changes: changes.map(({ external_id, before, after }) => ({
          externalId: maskNaming(external_id, session),
          before: show(before),
          after: show(after),
        })),
      };
    },
  };
};
