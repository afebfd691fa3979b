import type { ActivityDetail, EngagementRow } from '@readerlens/contract';
import { activityWorld, noon } from '../../activities/testing/activity-world.ts';
import type { PlannedActivity } from '../../activities/testing/activity-world.ts';
import { describeOnOneEngine } from '../../platform/testing/index.ts';

const calls = [
  'GET /api/analytics/search-details/{type}/{id}',
  'GET /api/analytics/search-details/individual-activity/{type}/{id}',
] as const;

describeOnOneEngine('the detail of an activity', (db) => {
  const world = activityWorld(db);
  let token: string;
  let clientId: number;
  let readerId: number;
  let count = 0;
  beforeAll(async () => {
    token = await world().tokenOf();
  });
  beforeEach(async () => {
    clientId = await world().add('client', { name: `Client ${(count += 1)}` });
    readerId = await world().add('reader', { first_name: 'Ana' });
  });

  const send = async (type: string, id: string, by = token) => {
    const [answer, same] = await Promise.all(
      calls.map((call) => world().call(call, { token: by, params: { type, id } })),
    );
    const { requestId: _, ...body } = same?.body ?? {};
    expect(answer?.body).toMatchObject(body);
    return { status: answer?.status, body: answer?.body };
  };
  const detail = async (id: string, { type = 'Engagement', by = token } = {}) => {
    const { status, body } = await send(type, id, by);
    expect(status).toBe(200);
    return body?.data as ActivityDetail;
  };
  const add = (planned: Partial<PlannedActivity> = {}) =>
    world().addActivity({ clientId, readerId, ...planned });

  it('shows all data of the reader, the company and the content', async () => {
    const organisationId = await world().add('organisation', { name: 'Acme Group' });
    await db().kysely.insertInto('region').values({ id: 1, name: 'Europe' }).execute();
    await db().kysely.insertInto('country').values({ id: 1, iso: 'PT', name: 'Portugal' }).execute();
    await db().kysely.insertInto('document_type').values({ id: 1, name: 'Whitepaper' }).execute();
    const newsletterId = await world().add('newsletter', { name: 'Weekly' });
    const reader = await world().add('reader', {
      first_name: 'Ana',
      last_name: 'Ruiz',
      email: 'ana@acme.example',
      title: 'Scientist',
      phone: '+351 555 01',
      address: '9 Rua Nova',
      city: 'Porto',
      client_consent: true,
      client_consent_at: '2024-05-06T23:59:59Z',
      linked_in: 'https://social.example/in/ana',
    });
    const documentId = await world().add('document', {
      title: 'Cells',
      url: 'https://www.bio.example/cells',
      external_id: 'doc-7',
    });
    const id = await add({
      readerId: reader,
      documentId,
      stage: 'Late',
      specifics: {
        questions: [{ question: 'How?', answer: 'So.', answeredBy: 'Dr. B' }],
        polls: [{ question: 'When?', answers: ['Now', 'Later'] }],
        surveys: [{ question: 'What?', answers: ['Cost'] }],
        registrationQuestions: [{ question: 'Why?', answer: 'Because' }],
        notes: 'Call me',
      },
      row: {
        organisation_id: organisationId,
        quality: 3,
        country_id: 1,
        region_id: 1,
        newsletter_id: newsletterId,
        document_type_id: 1,
      },
    });
    expect(await detail(id)).toEqual({
      id,
      qualifiedId: `Engagement-${id}`,
      activityType: 'Engagement',
      date: noon(1),
      portal: 'Biologics',
      portalUrl: 'https://www.bio.example/cells',
      userId: String(reader),
      firstName: 'Ana',
      lastName: 'Ruiz',
      fullName: 'Ana Ruiz',
      jobTitle: 'Scientist',
      company: 'Acme Group',
      email: 'ana@acme.example',
      phone: '+351 555 01',
      formattedAddr: '9 Rua Nova, Porto, Portugal',
      consentToPrivacyDate: '2024-05-06',
      linkedInUrl: 'https://social.example/in/ana',
      emailUrl: 'ana@acme___example',
      readerCompanyUrl: `/analytics/reader-co-dashboard/Acme%20Group/${organisationId}/Acme%20Group`,
      docId: 'doc-7',
      docTitle: 'Cells',
      docType: 'Whitepaper',
      advertiser: `Client ${count}`,
      newsletterName: 'Weekly',
      quality: 3,
      qualityBadge: 'Quality 3',
      buyersJourneyName: 'Late',
      buyersJourneyBadge: 'Late',
      otherActivitiesForReaderCount: 0,
      otherReadersCount: 0,
      hasSpecifics: true,
      specifics: 'Call me',
      specificsModel: {
        questions: [{ question: 'How?', answer: 'So.', answeredBy: 'Dr. B' }],
        polls: [{ question: 'When?', answers: ['Now', 'Later'] }],
        surveys: [{ question: 'What?', answers: ['Cost'] }],
        registrationQuestions: [{ question: 'Why?', answer: 'Because' }],
      },
    });
  });

  it.each([
    [true, '2024-05-06T00:00:00Z', '2024-05-06'],
    [false, '2024-05-06T00:00:00Z', 'NO CONSENT'],
    [null, null, 'NO CONSENT'],
    [true, null, 'NO CONSENT'],
  ])('consent %p of %p is shown as %p', async (client_consent, client_consent_at, text) => {
    const reader = await world().add('reader', { client_consent, client_consent_at });
    expect((await detail(await add({ readerId: reader }))).consentToPrivacyDate).toBe(text);
  });

  it('leaves out a placeholder of a document type', async () => {
    await db().kysely.insertInto('document_type').values({ id: 9, name: '-1' }).execute();
    expect((await detail(await add({ row: { document_type_id: 9 } }))).docType).toBeNull();
  });

  describe('counts of the last six months', () => {
    const related = async (id: string, by = token) => {
      const { otherActivitiesForReaderCount, otherReadersCount } = await detail(id, { by });
      return [otherActivitiesForReaderCount, otherReadersCount];
    };
    let organisation_id: number;
    beforeEach(async () => {
      organisation_id = await world().add('organisation', { name: 'Acme' });
    });

    const others = async (id: string, by = token) => {
      const { status, body } = await world().call('GET /api/analytics/reader-activities/{type}/{id}', {
        token: by,
        params: { type: 'Engagement', id },
      });
      return status === 200 ? (body.data as EngagementRow[]).map((row) => row.id) : status;
    };

    it('come with the latest other activities of the reader, newest first', async () => {
      const id = await add({ at: noon(400) });
      expect(await others(id)).toEqual([]);
      const older = await add({ type: 'Event', at: noon(30) });
      const newer = await add({ at: noon(2) });
      await add({ at: noon(190) });
      await add({ status: 'Pending' });
      await add({ readerId: await world().add('reader', {}) });
      expect(await others(id)).toEqual([newer, older]);
      for (let day = 3; day < 14; day += 1) await add({ at: noon(day) });
      expect(await others(id)).toHaveLength(10);
      const elsewhere = await world().add('client', { name: `Elsewhere ${(count += 1)}` });
      const user = await world().tokenOf({ role: 'Client', clients: [elsewhere], communities: [1, 2] });
      const own = await world().addActivity({ clientId: elsewhere, readerId });
      expect(await others(own, user)).toEqual([]);
      expect(await others(id, user)).toBe(404);
    });

    it('are of other activities and other readers', async () => {
      const id = await add({ row: { organisation_id }, at: noon(400) });
      expect(await related(id)).toEqual([0, 0]);
      await add({ row: { organisation_id } });
      await add({ type: 'Event', at: noon(170) });
      await add({ at: noon(190) });
      await add({ status: 'Pending' });
      const colleague = await world().add('reader', {});
      await add({ readerId: colleague, row: { organisation_id } });
      await add({ readerId: colleague, row: { organisation_id }, at: noon(20) });
      await add({ readerId: await world().add('reader', {}), row: { organisation_id }, at: noon(190) });
      await add({ readerId: await world().add('reader', {}) });
      expect(await related(id)).toEqual([2, 1]);
    });

    it('are limited to the caller’s scope', async () => {
      const other = await world().add('client', { name: `Other ${count}` });
      const colleague = await world().add('reader', {});
      const id = await add({ row: { organisation_id } });
      await add({ row: { organisation_id, community_id: 2 } });
      await add({ type: 'Event', row: { organisation_id } });
      await add({ clientId: other, row: { organisation_id } });
      await add({ clientId: other, readerId: colleague, row: { organisation_id } });
      expect(await related(id)).toEqual([3, 1]);
      const client = { role: 'Client', clients: [clientId] } as const;
      expect(await related(id, await world().tokenOf({ ...client, communities: [1, 2] }))).toEqual([2, 0]);
      expect(await related(id, await world().tokenOf({ ...client, communities: [1] }))).toEqual([1, 0]);
      expect(await related(id, await world().tokenOf({ denied_activity_types: ['Event'] }))).toEqual([2, 1]);
    });
  });

  describe('is not found', () => {
    const refusal = async (type: string, id: string, by = token) => {
      const { status, body } = await send(type, id, by);
      return [status, body?.code, body?.message];
    };
    const notFound = [404, 'not_found', 'There is no such activity.'];

    it('under an id or type that is none', async () => {
      const id = await add();
      for (const bad of [
        '1',
        '1-',
        '-1',
        '0-1',
        '1-0',
        'x-y',
        `${id}-1`,
        `${id}' OR '1'='1`,
        '99999999999-1',
      ])
        expect([bad, ...(await refusal('Engagement', bad))]).toEqual([bad, ...notFound]);
      for (const type of ['engagement', 'Party', 'constructor', '1', 'Customer Request', 'Webinar'])
        expect([type, ...(await refusal(type, id))]).toEqual([type, ...notFound]);
      expect(await refusal('Engagement', `${clientId}-999999999`)).toEqual(notFound);
    });

    it('unless it is counted', async () => {
      for (const status of ['Pending', 'Rejected', 'RejectedAfterApproval'] as const)
        expect(await refusal('Engagement', await add({ status }))).toEqual(notFound);
      expect((await detail(await add({ status: 'EditAfterApproval' }))).firstName).toBe('Ana');
    });

    it('by a user who may not see its client, community or type', async () => {
      const other = await world().add('client', { name: `Other ${count}` });
      const id = await add();
      const of = (clients: number[], communities: number[]) =>
        world().tokenOf({ role: 'Client', clients, communities });
      expect((await detail(id, { by: await of([clientId], [1]) })).id).toBe(id);
      expect(await refusal('Engagement', id, await of([other], [1]))).toEqual(notFound);
      expect(await refusal('Engagement', id, await of([clientId], [2]))).toEqual(notFound);
      expect(await refusal('Engagement', id, await of([], [1]))).toEqual(notFound);
      expect(
        await refusal('Engagement', id, await world().tokenOf({ denied_activity_types: ['Engagement'] })),
      ).toEqual(notFound);
    });

    it('without a session', async () => {
      const params = { type: 'Engagement', id: await add() };
      for (const call of calls) expect((await world().call(call, { params })).status).toBe(401);
    });
  });
});
