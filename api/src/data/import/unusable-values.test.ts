import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { runs, testSeed } from '@readerlens/filters/testing';
import { withoutMark } from '../../platform/spreadsheet/index.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';
import { listFields } from './fields.ts';
import { shortened } from './shown-value.ts';
import { listCounts, importText, temporaryFiles } from './testing/import-files.ts';

const files = temporaryFiles();

/** What a usable and an unusable value of a field look like. `key` differs between imports, `n` between rows. */
interface Examples {
  readonly good: (key: string, n: number) => string;
  readonly bad: readonly string[];
}

const one = (good: string, bad: readonly string[]): Examples => ({ good: () => good, bad });
const word = (good: string): Examples =>
  one(good, ['perhaps', '1,000', '-1', '2.5', '25:61', '\u200b', 'Yes\u0007']);
const time = (good: string): Examples =>
  one(good, ['25:61', '2025-02-30', '2025-01-01T24:30', '-5', '1,735,689,600', '1735689600', '9999-01-01']);
const address = (good: Examples['good']): Examples => ({
  good,
  bad: ['http://', 'javascript:alert(1)', 'https://a.example/\u202efdp', '+49 89 123', 'https://a b.example'],
});
const unseen = ['\u200b\u2800', '\u2060'];
const line = (good: Examples['good']): Examples => ({
  good,
  bad: ['A\u202eB', 'A\u0007B', 'A\nB', 'A\u2028B', '\u001b[2J', 'x'.repeat(1001), ...unseen],
});
const id = (good: Examples['good']): Examples => ({ good, bad: ['x'.repeat(201), ...unseen] });
const flag = one('yes', ['perhaps', '2', '-1', 'yes!', 'ja']);
const names = one('Cells|Filtration', ['Cells|A\u202eB', `Cells|${'x'.repeat(201)}`, '\u200b']);

const examples: Readonly<Record<string, Examples>> = {
  external_id: id((key, n) => `${key}-${n}`),
  activity_type: word('Webinar'),
  sequence: word('Subsequent'),
  quality: word('2'),
  source: word('editorial'),
  status: word('Rejected'),
  reject_reason: word('RejectedManually'),
  approved_at: time('2025-01-02T10:00:00Z'),
  document_title: line((_, n) => `Title ${n}`),
  document_url: address((key, n) => `https://docs.example/${key}/${n}`),
  document_type: line(() => 'Article'),
  document_stage: word('Middle'),
  document_content_type: word('Your Content'),
  document_topics: names,
  document_offerings: names,
  document_published_on: time('2025-01-15'),
  document_gated: flag,
  reader_email: one('', ['[redacted]', 'ana@', 'a\u202eb@x.example', '+49 89 123']),
  reader_first_name: line(() => 'Ana'),
  reader_last_name: line(() => 'Ruiz'),
  reader_full_name: line(() => 'Eva Maria Roth'),
  reader_title: line(() => 'Scientist'),
  reader_company: line(() => 'Acme'),
  reader_phone: line(() => '+1 555 0100'),
  reader_address: { good: () => '1 Main St', bad: ['1 Main\u202e St', 'x'.repeat(501), ...unseen] },
  reader_city: line(() => 'Lyon'),
  reader_state: line(() => 'SP'),
  country: one('BR', ['Atlantis', 'XX', 'Br\u202easil', '1,000']),
  reader_linkedin: address(() => 'https://www.linkedin.com/in/ana'),
  reader_profile_status: word('Basic'),
  reader_client_consent: flag,
  reader_client_consent_at: time('2025-02-01'),
  reader_newsletter_consent: flag,
  reader_personas: names,
  organisation_name: line((key, n) => `Organisation ${key} ${n}`),
  organisation_website: address(() => 'https://acme.example'),
  organisation_domain: one('', ['acme', '-1', 'a\u202eb.example']),
  newsletter: line(() => 'Weekly'),
  specifics: one('Asked\nfor a quote', ['x'.repeat(20_001)]),
  trackable_url_id: id(() => 'link-1'),
};

/** Rows always have these, so the other one of each pair is optional. */
const always = ['document_external_id', 'reader_external_id'];
const optional = listFields('engagements')
  .filter(({ name, isRequired }) => !isRequired && !always.includes(name))
  .map(({ name }) => name);

/** Of each optional field: nothing, a usable value, or the number of an unusable one. */
type Choice = 'none' | 'good' | number;
const choice = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<Choice>('none', 'good') },
  { weight: 1, arbitrary: fc.nat() },
);
const anyText = fc.string({
  unit: fc.constantFrom('a', '"', ',', '\n', '\u202e', '\0', '{', ' '),
  maxLength: 6,
});
const anyRow = fc.record({
  choices: fc.record(Object.fromEntries(optional.map((name) => [name, choice]))),
  isRefused: fc.nat(5).map((number) => number === 0),
  unused: fc.tuple(anyText, anyText, anyText),
});
type Row = typeof anyRow extends fc.Arbitrary<infer T> ? T : never;

type Values = Record<string, string | undefined>;
interface BadValue {
  readonly column: string;
  readonly value: string;
}

/** The values of a row, and which of them cannot be used. */
const drawValues = ({ choices, isRefused }: Row, key: string, n: number) => {
  const bad: BadValue[] = [];
  const values: Values = {
    occurred_at: isRefused ? '25:61' : '2025-01-01',
    client: key,
    community: 'Main',
    document_external_id: `${key}-d${n}`,
    reader_external_id: `${key}-r${n}`,
  };
  const unique: Values = {
    reader_email: `${key}-${n}@x.example`,
    organisation_domain: `${key}-${n}.example`,
  };
  for (const name of optional) {
    const chosen = choices[name] ?? 'none';
    const { good, bad: bads } = examples[name] as Examples;
    if (chosen === 'good') values[name] = unique[name] ?? good(key, n);
    if (typeof chosen !== 'number') continue;
    const value = bads[chosen % bads.length] as string;
    values[name] = value;
    bad.push({ column: name, value });
  }
  return { values, bad };
};

interface FileRow {
  readonly values: Values;
  /** Values of the columns 'notes', '' and 'Notes', or nothing for a file without these columns. */
  readonly unused: readonly string[];
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** A CSV file with columns that no field uses, one of them twice. */
const csvFile = (rows: readonly FileRow[]) => {
  const columns = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  const lines = rows.map(({ values, unused }) =>
    [...unused, ...columns.map((name) => values[name] ?? '')].map(quoted).join(','),
  );
  const unused = rows[0]?.unused.length ? ['notes', '', 'Notes'] : [];
  return [[...unused, ...columns].join(','), ...lines];
};

/** One JSON object per line, with objects that no field uses. */
const jsonFile = (rows: readonly FileRow[]) =>
  rows.map(({ values, unused: [notes, ...more] }) =>
    JSON.stringify(notes === undefined ? values : { context: { notes }, items: [{ more }], ...values }),
  );

/** The number of the line where an entry begins. */
const findEntryLine = (lines: readonly string[], index: number): number =>
  lines.slice(0, index).reduce((number, each) => number + each.split('\n').length, 1);

describeOnOneEngine('a value that cannot be used', (db) => {
  /** All that is stored of the activities of a client, without numbers of rows and without the key. */
  const readStored = async (key: string): Promise<unknown> => {
    const ids = sql`ARRAY['id', 'client_id', 'community_id', 'document_id', 'reader_id', 'organisation_id', 'available_at',
      'engagement_id', 'created_at', 'updated_at']`;
    const { rows } = await sql`
      SELECT to_jsonb(e) - ${ids} || CASE WHEN e.external_id LIKE 'row-%' THEN '{"external_id": "computed"}' ELSE '{}' END::jsonb AS e,
        to_jsonb(r) - ${ids} AS r, to_jsonb(d) - ${ids} AS d, to_jsonb(o) - ${ids} AS o, to_jsonb(x) - ${ids} AS x
      FROM engagement e JOIN reader r ON r.id = e.reader_id JOIN document d ON d.id = e.document_id
      LEFT JOIN organisation o ON o.id = e.organisation_id
      LEFT JOIN engagement_detail x ON x.client_id = e.client_id AND x.engagement_id = e.id
      WHERE e.client_id = (SELECT id FROM client WHERE name = ${key}) ORDER BY r.external_id`.execute(
      db().kysely,
    );
    return JSON.parse(JSON.stringify(rows).replaceAll(key, 'key')) as unknown;
  };

  let imports = 0;
  const nextKey = () => `k${String((imports += 1)).padStart(5, '0')}`;

  it(`is empty and reported, and nothing else changes, with seed ${testSeed}`, async () => {
    expect(Object.keys(examples)).toEqual(optional);
    const property = fc.asyncProperty(
      fc.array(anyRow, { minLength: 4, maxLength: 12 }),
      fc.constantFrom(csvFile, jsonFile),
      async (rows, write) => {
        const key = nextKey();
        const given = rows.map((row, n) => ({ ...row, ...drawValues(row, key, n) }));
        const lines = write(given);
        const report = files.path('report.csv');
        const summary = await importText(db(), files, lines.join('\n'), { report });

        const usable = given.filter(({ isRefused }) => !isRefused);
        expect(listCounts(summary)).toEqual([rows.length, usable.length, 0, 0, rows.length - usable.length]);
        expect(summary.warned).toBe(usable.filter(({ bad }) => bad.length > 0).length);

        const formatEntryLine = (n: number) => String(findEntryLine(lines, lines.length - rows.length + n));
        const expected = given.flatMap(({ bad }, n) =>
          bad.map(({ column, value }) => [formatEntryLine(n), column, shortened(value, 200), 'warning']),
        );
        const refused = given.flatMap(({ isRefused }, n) =>
          isRefused ? [[formatEntryLine(n), 'occurred_at', '25:61', 'rejected']] : [],
        );
        const reported = parse(readFileSync(report, 'utf8'))
          .slice(1)
          .map(([at, column, value = '', , outcome]) => [at, column, withoutMark(value), outcome]);
        expect(reported.map(String).sort()).toEqual([...expected, ...refused].map(String).sort());
        const total = summary.warnings.reduce((sum, { count }) => sum + count, 0);
        expect([total, new Set(summary.warnings.map(({ column }) => column))]).toEqual([
          expected.length,
          new Set(expected.map(([, column]) => column)),
        ]);

        const clean = nextKey();
        const cleanRows = rows.flatMap((row, n) => {
          if (row.isRefused) return [];
          const { values } = drawValues(row, clean, n);
          for (const { column } of given[n]?.bad ?? [])
            values[column] = column === 'status' ? 'Pending' : undefined;
          return [{ values, unused: [] }];
        });
        if (cleanRows.length > 0) await importText(db(), files, write(cleanRows).join('\n'));
        expect(await readStored(key)).toEqual(await readStored(clean));
      },
    );
    await fc.assert(property, { numRuns: runs({ test: 4, soak: 200 }), seed: testSeed, endOnFailure: true });
  });
});
