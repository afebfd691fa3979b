import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/index.ts';
import { importFile } from '../import-file.ts';
import type { ImportOptions, ImportSummary } from '../import-file.ts';
import type { ImportCounts } from '../tally.ts';

/** A folder for files of a test; it is removed after the tests. */
export const temporaryFiles = () => {
  const folder = mkdtempSync(join(tmpdir(), 'readerlens-import-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let count = 0;
  const path = (name: string) => join(folder, name);
  return {
    path,
    /** Writes a file and returns its path. The default name is unique. */
    write(content: string | Uint8Array, name = `file-${(count += 1)}`): string {
      writeFileSync(path(name), content);
      return path(name);
    },
  };
};

export type Files = ReturnType<typeof temporaryFiles>;

export const header = 'external_id,occurred_at,client,community,document_external_id,reader_external_id';

/** A file of one client; in a row, `*` is replaced with the client and community. */
export const csv = (client: string, ...rows: string[]): string =>
  [header, ...rows.map((row) => row.replace('*', `${client},Biologics`))].join('\n');

/** Rows read, imported, already present, duplicates within the file, rejected. */
export const listCounts = ({ read, imported, alreadyPresent, duplicates, rejected }: ImportCounts) => [
  read,
  imported,
  alreadyPresent,
  duplicates,
  rejected,
];

/** Imports a file with this content. */
export const importText = (
  db: Database,
  files: Files,
  content: string | Uint8Array,
  options: Partial<ImportOptions> = {},
): Promise<ImportSummary> =>
  importFile(db, { erasureKey: () => undefined, ...options, file: files.write(content) });

/** The activities of a client with the names they refer to, ordered by external id. */
export const readActivities = async (db: Database, client: string): Promise<Record<string, unknown>[]> => {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT e.external_id, e.occurred_at, e.activity_type, e.sequence, e.quality, e.source, e.status,
      m.name AS community, d.external_id AS document, d.title, d.url, r.external_id AS reader, r.email,
      o.name AS organisation, t.name AS document_type, e.stage, e.content_type, g.name AS region, y.iso AS country,
      n.name AS newsletter, e.has_specifics, x.specifics_text,
      ARRAY(SELECT p.name FROM content_topic p WHERE p.id = ANY(e.topics) ORDER BY 1) AS topics
    FROM engagement e
    JOIN client c ON c.id = e.client_id
    JOIN community m ON m.id = e.community_id
    JOIN document d ON d.id = e.document_id
    JOIN reader r ON r.id = e.reader_id
    LEFT JOIN organisation o ON o.id = e.organisation_id
    LEFT JOIN document_type t ON t.id = e.document_type_id
    LEFT JOIN region g ON g.id = e.region_id
    LEFT JOIN country y ON y.id = e.country_id
    LEFT JOIN newsletter n ON n.id = e.newsletter_id
    LEFT JOIN engagement_detail x ON x.client_id = e.client_id AND x.engagement_id = e.id
    WHERE c.name = ${client}
    ORDER BY e.external_id COLLATE "C"`.execute(db.kysely);
  return rows;
};
