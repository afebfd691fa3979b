import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { openDatabase } from '../../platform/db/index.ts';
import { runImport } from './run-import.ts';
import { readActivities, csv, temporaryFiles } from './testing/import-files.ts';

const files = temporaryFiles();

const run = async (argv: readonly string[], environment: NodeJS.ProcessEnv = {}) => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await runImport(argv, { environment, stdout, stderr });
  const text = (stream: PassThrough) => String((stream.read() as Buffer | null) ?? '');
  return { code, output: text(stdout), errors: text(stderr) };
};

const dataDir = files.path('data');
const good = files.write(
  csv(
    'Command Ltd',
    'c1,2025-01-01,*,cmd-d,cmd-r',
    'c2,2025-01-02,*,cmd-d,cmd-r',
    'c2,2025-01-02,*,cmd-d,cmd-r',
  ),
);

describe('the import command', () => {
  it('imports into the given folder, and prints the counts', async () => {
    const { code, output, errors } = await run([good, '--data-dir', dataDir, '--batch', '2'], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    });
    expect([code, errors]).toEqual([0, '']);
    expect(output.split('\n').slice(0, 6)).toEqual([
      '  rows read                             3',
      '  imported                              2',
      '  already present                       0',
      '  duplicates within the file            1',
      '  rejected                              0',
      '  not rejected, with warnings           0',
    ]);
    const db = await openDatabase({ dataDir });
    expect(await readActivities(db, 'Command Ltd')).toHaveLength(2);
    await db.close();
  });

  it('uses the folder of the environment, and a mapping', async () => {
    const file = files.write('when,who,what,more\n2025-01-01,cmd-r,cmd-d,\n', 'log.csv');
    const mapping = files.write(
      JSON.stringify({
        columns: { occurred_at: 'when', reader_external_id: 'who', document_external_id: 'what' },
        constants: { client: 'Command Ltd', community: 'Main' },
      }),
    );
    const { code, output } = await run([file, '--mapping', mapping], { DATA_DIR: dataDir });
    expect(code).toBe(0);
    expect(output).toContain('Columns not used: more');
  });

  it('exits with 2 when lines were rejected, shows the first ones and reports all', async () => {
    const file = files.write(csv('Command Ltd', 'c3,soon,*,cmd-d,cmd-r', 'c4,2025-01-01,*,cmd-d,cmd-r'));
    const report = files.path('report.csv');
    const { code, output } = await run([file, '--data-dir', dataDir, '--report', report]);
    expect(code).toBe(2);
    expect(output).toContain(
      "  line 2: occurred_at 'soon': The value is not a date and time such as 2025-03-31T14:05:00Z.\n" +
        `All of them are in ${report}.`,
    );
    expect(readFileSync(report, 'utf8').split('\n')).toHaveLength(3);
  });

  it('exits with 0 after warnings, and counts them by field with an example', async () => {
    const content = [
      'occurred_at,client,community,document_external_id,reader_external_id,country,reader_city',
      '2025-01-01,Command Ltd,Main,cmd-d,w1,Atlantis,A\u001b[2J\u202eB',
      '2025-01-01,Command Ltd,Main,cmd-d,w2,Atlantis,Lyon',
    ];
    const report = files.path('warnings.csv');
    const file = files.write(content.join('\n'));
    const { code, output } = await run([file, '--data-dir', dataDir, '--report', report]);
    expect(code).toBe(0);
    expect(output).toMatch(/not rejected, with warnings +2\n/);
    expect(output).toContain(
      '\nWarnings, values that are not used:\n' +
        "  country, 2 values: The value is neither the two-letter ISO code nor the English name of a country. Line 2: 'Atlantis'\n" +
        "  reader_city, 1 value: The value must be one line of text. Line 2: 'A\\u{1b}[2J\\u{202e}B'\n" +
        `All of them are in ${report}.`,
    );
    expect(readFileSync(report, 'utf8').split('\n')[3]).toMatch(/^3,country,Atlantis,.*,warning$/);
  });

  it('updates documents', async () => {
    const file = files.write('document_external_id,document_title\ncmd-d,Title\n');
    const { code, output } = await run([file, '--kind', 'documents', '--data-dir', dataDir]);
    expect(code).toBe(0);
    expect(output).toMatch(/added or changed +1\n/);
  });

  it('fails while another process has the folder open', async () => {
    const db = await openDatabase({ dataDir });
    const { code, errors } = await run([good, '--data-dir', dataDir]);
    await db.close();
    expect(code).toBe(1);
    expect(errors).toContain(`The data directory ${dataDir} is in use by process ${process.pid}.`);
  });

  it('rejects a report path that is the file itself', async () => {
    const { code, errors } = await run([good, '--data-dir', dataDir, '--report', good]);
    expect([code, errors]).toEqual([1, 'The report would overwrite the file itself.\n']);
    expect(readFileSync(good, 'utf8')).toContain('c1,2025-01-01');
  });

  it.each([
    [[], 'Name the file to import.'],
    [['a.csv', 'b.csv'], "'b.csv' is one argument too many."],
    [['a.csv', '--kind', 'people'], "--kind must be one of engagements, documents; it is 'people'."],
    [['a.csv', '--batch', '0'], "--batch must be a whole number from 1 to 200000; it is '0'."],
    [['a.csv', '--speed', '9'], 'There is no option --speed.'],
  ])('%j is explained', async (argv, sentence) => {
    const { code, errors } = await run(argv);
    expect(code).toBe(1);
    expect(errors).toContain(sentence);
    expect(errors).toContain('Usage: pnpm run import FILE [options]');
  });

  it.each([
    [['none.csv', '--data-dir', dataDir], {}, 'The file none.csv cannot be read. There is no such file.\n'],
    [['none.csv', '--mapping', 'none.json'], {}, 'The mapping file none.json cannot be read.\n'],
    [['a.csv'], { DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be the address of a PostgreSQL database'],
  ])('%j with %j fails without a stack trace', async (argv, environment, sentence) => {
    const { code, errors } = await run(argv, environment);
    expect(code).toBe(1);
    expect(errors).toContain(sentence);
    expect(errors).not.toMatch(/^ +at /m);
  });

  it('shows help', async () => {
    const { code, output } = await run(['--help']);
    expect(code).toBe(0);
    expect(output).toContain('--mapping M.json');
  });
});
