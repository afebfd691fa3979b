import { sql } from 'kysely';
import { describeOnEachEngine } from '../../platform/testing/index.ts';
import {
  readActivities,
  listCounts,
  csv,
  header,
  importText,
  temporaryFiles,
} from './testing/import-files.ts';

const files = temporaryFiles();

describeOnEachEngine('an import', (db) => {
  it('imports all fields of a row', async () => {
    const row = {
      external_id: 'full-1',
      occurred_at: '2025-03-31T16:05:00+02:00',
      activity_type: 'Customer Request',
      sequence: 'Subsequent',
      quality: 2,
      source: 'custom newsletter',
      status: 'Pending',
      client: 'Full Ltd',
      community: 'Biologics',
      document_external_id: 'full-doc',
      document_title: 'Cells in culture',
      document_url: 'https://docs.example/cells',
      document_type: 'White Paper',
      document_stage: 'middle',
      document_content_type: 'Your Content',
      document_topics: ['Cells', 'Filtration'],
      document_offerings: 'Training|Services',
      document_published_on: '2025-01-15',
      document_gated: true,
      reader_external_id: 'full-reader',
      reader_email: 'Ana@acme.example',
      reader_first_name: 'Ana',
      reader_last_name: 'Ruiz',
      reader_title: 'Scientist',
      reader_company: 'Acme',
      reader_phone: '+1 555 0100',
      reader_address: '1 Main St',
      reader_city: 'São Paulo',
      reader_state: 'SP',
      country: 'Brazil',
      reader_linkedin: 'www.linkedin.com/in/ana',
      reader_profile_status: 'Basic',
      reader_client_consent: 'yes',
      reader_client_consent_at: '2025-02-01',
      reader_newsletter_consent: false,
      reader_personas: ['Scientist'],
      organisation_name: 'Acme Inc',
      organisation_website: 'https://www.acme.example',
      organisation_domain: 'www.acme.example',
      newsletter: 'Biologics Weekly',
      specifics: 'Asked for a quote\nfor 5 L "bags"',
    };
    const summary = await importText(db(), files, `${JSON.stringify(row)}\n`);
    expect(listCounts(summary)).toEqual([1, 1, 0, 0, 0]);
    expect(summary).toMatchObject({ format: 'ndjson', ignoredColumns: [], rejections: [] });
    expect(await readActivities(db(), 'Full Ltd')).toEqual([
      {
        external_id: 'full-1',
        occurred_at: new Date('2025-03-31T14:05:00Z'),
        activity_type: 2,
        sequence: 2,
        quality: 2,
        source: 2,
        status: 0,
        community: 'Biologics',
        document: 'full-doc',
        title: 'Cells in culture',
        url: 'https://docs.example/cells',
        reader: 'full-reader',
        email: 'Ana@acme.example',
        organisation: 'Acme Inc',
        document_type: 'White Paper',
        stage: 1,
        content_type: 1,
        region: 'Latin America',
        country: 'BR',
        newsletter: 'Biologics Weekly',
        has_specifics: true,
        specifics_text: 'Asked for a quote\nfor 5 L "bags"',
        topics: ['Cells', 'Filtration'],
      },
    ]);
    const { rows } = await sql`
      SELECT r.first_name, r.last_name, r.title, r.company, r.phone, r.address, r.city, r.state, r.linked_in,
        r.profile_status, r.client_consent, r.client_consent_at, r.newsletter_consent, o.domain, o.website,
        ARRAY(SELECT name FROM persona WHERE id = ANY(r.personas)) AS personas, d.open_access, d.published_on,
        ARRAY(SELECT name FROM service_offering WHERE id = ANY(d.offerings) ORDER BY 1) AS offerings,
        s.stage, c.name AS client, k.community_id IS NOT NULL AS is_member
      FROM reader r JOIN organisation o ON o.id = r.organisation_id, document d
      JOIN buyers_journey_stage s ON s.id = d.stage_id JOIN client c ON c.id = d.client_id
      LEFT JOIN client_community k ON k.client_id = c.id
      WHERE r.external_id = 'full-reader' AND d.external_id = 'full-doc'`.execute(db().kysely);
    expect(rows).toEqual([
      {
        first_name: 'Ana',
        last_name: 'Ruiz',
        title: 'Scientist',
        company: 'Acme',
        phone: '+1 555 0100',
        address: '1 Main St',
        city: 'São Paulo',
        state: 'SP',
        linked_in: 'https://www.linkedin.com/in/ana',
        profile_status: 2,
        client_consent: true,
        client_consent_at: new Date('2025-02-01T00:00:00Z'),
        newsletter_consent: false,
        domain: 'acme.example',
        website: 'https://www.acme.example',
        personas: ['Scientist'],
        open_access: 1,
        published_on: '2025-01-15',
        offerings: ['Services', 'Training'],
        stage: 'Middle',
        client: 'Full Ltd',
        is_member: true,
      },
    ]);
  });

  it('uses the defaults of missing fields, and leaves the others empty', async () => {
    await importText(db(), files, csv('Short Ltd', 's1,2025-01-01,*,short-doc,short-reader'));
    expect(await readActivities(db(), 'Short Ltd')).toEqual([
      expect.objectContaining({
        activity_type: 1,
        sequence: 1,
        quality: null,
        source: 1,
        status: 1,
        title: null,
        organisation: null,
        stage: 3,
        content_type: 0,
        region: null,
        country: null,
        topics: [],
        has_specifics: false,
      }),
    ]);
  });

  it('makes activities available at their import, or at their date if that is later', async () => {
    const ahead = new Date(Date.now() + 86_400_000).toISOString();
    await importText(
      db(),
      files,
      csv('Ahead Ltd', 'p1,2025-01-01,*,p-doc,p-reader', `p2,${ahead},*,p-doc,p-reader`),
    );
    const { rows } = await sql<{ external_id: string; is_ahead: boolean; is_now: boolean }>`
      SELECT external_id, available_at = occurred_at AS is_ahead,
        available_at BETWEEN now() - interval '10 minutes' AND now() AS is_now
      FROM engagement WHERE external_id IN ('p1', 'p2') ORDER BY 1`.execute(db().kysely);
    expect(rows).toEqual([
      { external_id: 'p1', is_ahead: false, is_now: true },
      { external_id: 'p2', is_ahead: true, is_now: false },
    ]);
  });

  it('derives a missing source from type and newsletter', async () => {
    const content = [
      'external_id,activity_type,newsletter,occurred_at,document_external_id,reader_external_id',
      '1,Webinar,,2025-01-01,src-doc,src-reader',
      '2,Event,,2025-01-01,src-doc,src-reader',
      '3,Engagement,Weekly,2025-01-01,src-doc,src-reader',
      '4,Engagement,,2025-01-01,src-doc,src-reader',
    ].join('\n');
    const mapping = { constants: { client: 'Source Ltd', community: 'Biologics' } };
    await importText(db(), files, content, { mapping });
    const sources = (await readActivities(db(), 'Source Ltd')).map(({ source }) => source);
    expect(sources).toEqual([6, 7, 3, 1]);
  });

  it('applies a mapping', async () => {
    const content = [
      'Reader ID;page;when;activity;status;noise',
      'm-r1;m-d1;2025-01-01T10:00:00Z;like;live;x',
      'm-r2;m-d1;2025-01-01T11:00:00Z;talk;live;',
      'm-r3;m-d1;2025-01-01T12:00:00Z;;live;',
      'm-r4;m-d1;2025-01-01T13:00:00Z;other;live;',
    ].join('\n');
    const mapping = {
      columns: {
        reader_external_id: 'reader id',
        document_external_id: 'page',
        occurred_at: 'when',
        activity_type: 'activity',
        status: null,
      },
      constants: { client: 'Mapped Ltd', community: 'Biologics', status: 'Approved' },
      defaults: { activity_type: 'Webinar' },
      values: { activity_type: { like: 'Engagement', talk: 'Event', '*': null } },
      namespace: 'blog',
    };
    const summary = await importText(db(), files, content, { mapping });
    expect(summary).toMatchObject({ imported: 4, ignoredColumns: ['status', 'noise'] });
    const found = (await readActivities(db(), 'Mapped Ltd')).map(({ reader, document, activity_type }) => [
      reader,
      document,
      activity_type,
    ]);
    expect(found.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
      ['blog:m-r1', 'blog:m-d1', 1],
      ['blog:m-r2', 'blog:m-d1', 4],
      ['blog:m-r3', 'blog:m-d1', 3],
      ['blog:m-r4', 'blog:m-d1', 3],
    ]);
  });

  it('stores text that looks like SQL, markup or COPY unchanged', async () => {
    const difficult = `'); DROP TABLE reader; -- \\N \\. \t <script>alert(1)</script> {"a"} $1 %s ”`;
    const quoted = `"${difficult.replaceAll('"', '""')}"`;
    const title = quoted.replace('\t', '');
    const client = `O'Neil & "Sons" {x}\\`;
    const content = `external_id,occurred_at,client,community,document_external_id,document_title,document_topics,reader_external_id,specifics
${quoted},2025-01-01,"${client.replaceAll('"', '""')}",Biologics,${quoted},${title},"a""b,{c}\\|NULL",${quoted},${quoted}
\\.,2025-01-01,"${client.replaceAll('"', '""')}",Biologics,\\N,,,\\N,\\N`;
    await importText(db(), files, content);
    const stored = difficult.trim();
    const shown = stored.replace(/\s+/g, ' ');
    expect(await readActivities(db(), client)).toEqual([
      expect.objectContaining({
        external_id: stored,
        document: stored,
        title: shown,
        reader: stored,
        specifics_text: shown,
        topics: ['NULL', 'a"b,{c}\\'],
      }),
      expect.objectContaining({ external_id: '\\.', document: '\\N', reader: '\\N', specifics_text: '\\N' }),
    ]);
  });

  it('changes nothing the second time', async () => {
    const content = csv(
      'Again Ltd',
      'a1,2025-01-01,*,again-doc,again-reader',
      'a2,2025-01-02,*,again-doc,again-reader',
      'a2,2025-01-03,*,again-doc,again-other',
    );
    const first = await importText(db(), files, content, { batchSize: 1 });
    expect(listCounts(first)).toEqual([3, 2, 0, 1, 0]);
    const before = await readActivities(db(), 'Again Ltd');
    const second = await importText(db(), files, content, { batchSize: 2 });
    expect(listCounts(second)).toEqual([3, 0, 2, 1, 0]);
    expect(await readActivities(db(), 'Again Ltd')).toEqual(before);
  });

  it('treats equal rows without ids as one, whatever the order of the columns', async () => {
    const mapping = { constants: { client: 'Alike Ltd', community: 'Biologics' } };
    const first =
      'occurred_at,document_external_id,reader_external_id\n2025-01-01,al-d,al-r\n2025-01-01,al-d,al-r\n2025-01-02,al-d,al-r';
    const second =
      'reader_external_id,occurred_at,document_external_id\nal-r,2025-01-02,al-d\nal-r,2025-01-03,al-d';
    expect(listCounts(await importText(db(), files, first, { mapping }))).toEqual([3, 2, 0, 1, 0]);
    expect(listCounts(await importText(db(), files, second, { mapping }))).toEqual([2, 1, 1, 0, 0]);
    expect(await readActivities(db(), 'Alike Ltd')).toHaveLength(3);
  });

  it('distinguishes the same id of two clients', async () => {
    const rows = (client: string) => csv(client, 'same,2025-01-01,*,two-doc,two-reader').split('\n');
    const content = [...rows('One Ltd'), ...rows('Two Ltd').slice(1)].join('\n');
    expect(listCounts(await importText(db(), files, content))).toEqual([2, 2, 0, 0, 0]);
  });

  it('finds clients by name in any case or by id, and rejects an unknown id', async () => {
    await importText(db(), files, csv('By Name', 'n1,2025-01-01,*,bn-doc,bn-reader'));
    const { id } = await db()
      .kysely.selectFrom('client')
      .select('id')
      .where('name', '=', 'By Name')
      .executeTakeFirstOrThrow();
    const content = [
      header,
      `n2,2025-01-01,${id},biologics,bn-doc,bn-reader`,
      'n3,2025-01-01,BY NAME,BIOLOGICS,bn-doc,bn-reader',
      'n4,2025-01-01,99999,Biologics,bn-doc,bn-reader',
      'n5,2025-01-01,By Name,31999,bn-doc,bn-reader',
    ].join('\n');
    const summary = await importText(db(), files, content);
    expect(listCounts(summary)).toEqual([4, 2, 0, 0, 2]);
    expect(summary.rejections).toEqual([
      { line: 4, column: 'client', value: '99999', reason: 'There is no client with this id.' },
      { line: 5, column: 'community', value: '31999', reason: 'There is no community with this id.' },
    ]);
    expect(await readActivities(db(), 'By Name')).toHaveLength(3);
  });

  it('stops between two batches on request', async () => {
    const content = csv(
      'Stop Ltd',
      ...[1, 2, 3, 4, 5].map((n) => `p${n},2025-01-0${n},*,stop-doc,stop-reader`),
    );
    const controller = new AbortController();
    const stopping = importText(db(), files, content, {
      batchSize: 2,
      signal: controller.signal,
      onProgress: ({ read }) => read === 4 && controller.abort(new Error('enough')),
    });
    await expect(stopping).rejects.toThrow('enough');
    expect(await readActivities(db(), 'Stop Ltd')).toHaveLength(4);
    expect(listCounts(await importText(db(), files, content))).toEqual([5, 1, 4, 0, 0]);
  });
});
