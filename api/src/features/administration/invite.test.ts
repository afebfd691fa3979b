import type { InvitedPerson } from '@readerlens/contract';
import type { UserRow } from '../../platform/db/index.ts';
import { addUser, describeOnOneEngine, testApi } from '../../platform/testing/index.ts';
import { clientsWithUsers } from '../../core/people/testing/clients-with-users.ts';

describeOnOneEngine('POST /api/users/invite', (db) => {
  const api = testApi({}, {}, db);
  clientsWithUsers(api);
  let admin: UserRow;
  beforeAll(async () => {
    admin = await addUser(api().db, { role: 'Admin', email: 'admin@invite.example' });
  });

  const invite = async (text: string, body: object = {}, headers = {}) =>
    api().call('POST /api/users/invite', {
      token: await api().tokenFor(admin),
      body: { text, defaults: { companies: ['11'] }, ...body },
      headers,
    });
  const peopleOf = async (text: string, body?: object, headers?: object) => {
    const { status, body: answer } = await invite(text, body, headers);
    expect(status).toBe(200);
    return (answer.data as { people: InvitedPerson[] }).people;
  };
  const addressesOf = async (table: 'app_user' | 'outbox_mail', pattern: string) => {
    const rows =
      table === 'app_user'
        ? await api().db.kysely.selectFrom('app_user').select('email as address').execute()
        : await api().db.kysely.selectFrom('outbox_mail').select('to_address as address').execute();
    return rows.map(({ address }) => address).filter((address) => address.includes(pattern));
  };

  it('creates an account for each line, and mails each person one link', async () => {
    const people = await peopleOf('ann@lines.example, Ann, Smith\nbob@lines.example, Bob, van Doe, internal');
    expect(people).toMatchObject([
      { line: 1, email: 'ann@lines.example', role: 'Client', companies: ['Zeta Labs'], problems: [] },
      { line: 2, lastName: 'van Doe', role: 'Internal', problems: [] },
    ]);
    expect(people.map(({ userId }) => typeof userId)).toEqual(['string', 'string']);
    expect(await addressesOf('outbox_mail', '@lines.example')).toEqual([
      'ann@lines.example',
      'bob@lines.example',
    ]);
  });

  it('reads CSV with a header in any order, semicolons and quotes', async () => {
    const people = await peopleOf(
      '\uFEFFLast Name;E-mail;"First Name";Clients\n"O\'Hara; jr";cat@csv.example;Cat;"alpha instruments|11"\n',
    );
    expect(people).toMatchObject([
      {
        line: 2,
        firstName: 'Cat',
        lastName: "O'Hara; jr",
        companies: ['Alpha Instruments', 'Zeta Labs'],
        problems: [],
      },
    ]);
  });

  it('reads addresses as a mail program copies them', async () => {
    const people = await peopleOf('"Dan Du Pont" <dan@mail.example>; Eve <eve@mail.example>,');
    expect(people).toMatchObject([
      { email: 'dan@mail.example', firstName: 'Dan', lastName: 'Du Pont', problems: [] },
      { email: 'eve@mail.example', firstName: 'Eve', problems: [{ path: 'lastName' }] },
    ]);
  });

  it('says what is wrong with each line, and invites the others', async () => {
    await addUser(api().db, { email: 'known@wrong.example' });
    const text = [
      'nonsense, A, B',
      'KNOWN@wrong.example, A, B',
      'fine@wrong.example, A, B',
      'Fine@wrong.example, A, B',
      'role@wrong.example, A, B, Emperor',
      'admin@wrong.example, A, B, Admin',
      'client@wrong.example, A, B, Client, Nowhere Inc',
    ].join('\n');
    const people = await peopleOf(text);
    expect(people.map(({ problems }) => problems.map(({ message }) => message).join())).toEqual([
      'Invalid Email Address',
      'A user with this e-mail address already exists.',
      '',
      'Line 3 has the same address.',
      "There is no role 'Emperor'.",
      'You cannot give the role Admin.',
      "There is no client 'Nowhere Inc'.",
    ]);
    expect(await addressesOf('app_user', '@wrong.example')).toEqual([
      'known@wrong.example',
      'fine@wrong.example',
    ]);
  });

  it('changes nothing in a dry run, which finds the same problems', async () => {
    const people = await peopleOf('dry@run.example, D, R\nadmin@invite.example, D, R', { dryRun: true });
    expect(people).toMatchObject([
      { userId: null, problems: [] },
      { problems: [{ message: 'A user with this e-mail address already exists.' }] },
    ]);
    expect(await addressesOf('app_user', '@run.example')).toEqual([]);
    expect(await addressesOf('outbox_mail', '@run.example')).toEqual([]);
  });

  it('creates one account for each line if it is sent twice at once', async () => {
    const text = 'x@double.example, X, X\ny@double.example, Y, Y';
    await Promise.all([invite(text), invite(text)]);
    expect(await addressesOf('app_user', '@double.example')).toHaveLength(2);
    expect(await addressesOf('outbox_mail', '@double.example')).toHaveLength(2);
  });

  it.each([
    ['', 'The text has no person to invite.'],
    ['email,first name\n', 'The text has no person to invite.'],
    ['"a@x.example, A', 'The text is not valid CSV: a quote is not closed.'],
    [
      Array.from({ length: 201 }, (_, n) => `p${n}@x.example,A,B`).join('\n'),
      'The text has 201 people; invite at most 200 at once.',
    ],
  ])('refuses %.30j', async (text, message) => {
    const { status, body } = await invite(text);
    expect([status, body.message]).toEqual([400, message]);
  });

  it('does not tell names of clients in Blinded Mode', async () => {
    const people = await peopleOf(
      'a@blind.example, A, B, Client, Alpha Instruments\nb@blind.example, A, B',
      { dryRun: true },
      { 'x-readerlens-blinded': 'true' },
    );
    expect(people[0]?.problems).toEqual([
      { path: 'companies', message: "There is no client 'Alpha Instruments'." },
    ]);
    expect(people[1]?.companies).toEqual([expect.stringMatching(/^Client \d+$/)]);
  });
});
