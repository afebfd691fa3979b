import type { InvitedPerson } from '@readerlens/contract';
import { runs, testSeed } from '@readerlens/filters/testing';
import * as fc from 'fast-check';
import type { UserRow } from '../../people/tables.ts';
import { addUser, describeOnOneEngine, testApi } from '../../platform/testing/index.ts';
import { readInvitedText } from './invited-lines.ts';
import { clientsWithUsers } from '../../people/testing/clients-with-users.ts';

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
  const invitePeople = async (text: string, body?: object, headers?: object) => {
    const { status, body: answer } = await invite(text, body, headers);
    expect(status).toBe(200);
    return (answer.data as { people: InvitedPerson[] }).people;
  };
  const readAddresses = async (table: 'app_user' | 'outbox_mail', pattern: string) => {
    const rows =
      table === 'app_user'
        ? await api().db.kysely.selectFrom('app_user').select('email as address').execute()
        : await api().db.kysely.selectFrom('outbox_mail').select('to_address as address').execute();
    return rows.map(({ address }) => address).filter((address) => address.includes(pattern));
  };

  it('creates an account for each line, and mails each person one link', async () => {
    const people = await invitePeople(
      'ann@lines.example, Ann, Smith\nbob@lines.example, Bob, van Doe, internal',
    );
    expect(people).toMatchObject([
      { line: 1, email: 'ann@lines.example', role: 'Client', companies: ['Zeta Labs'], problems: [] },
      { line: 2, lastName: 'van Doe', role: 'Internal', problems: [] },
    ]);
    expect(people.map(({ userId }) => typeof userId)).toEqual(['string', 'string']);
    expect(await readAddresses('outbox_mail', '@lines.example')).toEqual([
      'ann@lines.example',
      'bob@lines.example',
    ]);
  });

  it('reads CSV with a header in any order, semicolons and quotes', async () => {
    const people = await invitePeople(
      '\uFEFFLast Name;E-mail;"First Name";Clients\n"O\'Hara; jr";cat@csv.example;Cat;"Alpha Instruments|11"\n',
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

  it.each<[string, string, [string, string, string][]]>([
    ['a quoted name', '"Dan Du Pont" <dan@mail.example>', [['dan@mail.example', 'Dan', 'Du Pont']]],
    [
      'several in a line',
      'Al Bo <a@m.example>, Cy Do <c@m.example>,',
      [
        ['a@m.example', 'Al', 'Bo'],
        ['c@m.example', 'Cy', 'Do'],
      ],
    ],
    [
      'last names first',
      'Doe, Jane <j@m.example>; "van Go, Bob" <b@m.example>',
      [
        ['j@m.example', 'Jane', 'Doe'],
        ['b@m.example', 'Bob', 'van Go'],
      ],
    ],
    ['names in single quotes', "'Eve Fox' <e@m.example>", [['e@m.example', 'Eve', 'Fox']]],
    [
      'addresses alone',
      'a@m.example, b@m.example;c@m.example\td@m.example',
      [
        ['a@m.example', '', ''],
        ['b@m.example', '', ''],
        ['c@m.example', '', ''],
        ['d@m.example', '', ''],
      ],
    ],
    [
      'an address beside a name',
      'a@m.example, Doe, Jane <j@m.example>',
      [
        ['a@m.example', '', ''],
        ['j@m.example', 'Jane', 'Doe'],
      ],
    ],
    [
      'each line in its own way',
      'jane@m.example, Jane, Doe\nJohn Smith <john@m.example>\nann@m.example;Ann;Lee',
      [
        ['jane@m.example', 'Jane', 'Doe'],
        ['john@m.example', 'John', 'Smith'],
        ['ann@m.example', 'Ann', 'Lee'],
      ],
    ],
    [
      'a table of a spreadsheet',
      'Last name\tPhone\tEmail\nDoe\t1\tj@m.example\nLee\t\ta@m.example',
      [
        ['j@m.example', '', 'Doe'],
        ['a@m.example', '', 'Lee'],
      ],
    ],
    [
      'a second header',
      'Email,Last name\na@m.example,A\nLast name,Email\nB,b@m.example',
      [
        ['a@m.example', '', 'A'],
        ['b@m.example', '', 'B'],
      ],
    ],
  ])('reads %s', async (_, text, expected) => {
    const people = await invitePeople(text, { dryRun: true });
    expect(people.map(({ email, firstName, lastName }) => [email, firstName, lastName])).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['jane@lost.example, rick@lost.example, Sue', ["'rick@lost.example' is not a name."]],
    ['jane@lost.example, J, D, Client, 11, 555-1234', ["'555-1234' is in no column."]],
    ['Jane Doe <jane@lost.example>, Acme', ["'Acme' has no e-mail address."]],
    ['"jane@lost.example, J', ['A quote is not closed: "jane@lost.example, J']],
    ['Jane <jane@lost.example> Bob <bob@lost.example>', ["'Bob bob@lost.example' is not a name."]],
    ['Jane Doe (Sales) <jane@lost.example>', ["'Sales' cannot be read."]],
    ['<jane@lost.example>:', ["'jane@lost.example' cannot be read."]],
  ])('says what of %j it cannot use', async (text, messages) => {
    const people = await invitePeople(text, { dryRun: true });
    const problems = people.flatMap((person) => person.problems.map(({ message }) => message));
    expect(problems).toEqual(expect.arrayContaining(messages));
    expect(people.length).toBeGreaterThan(0);
  });

  it('says something about every word of random text', async () => {
    const piece = fc.constantFrom(
      'a@x.example',
      'Jane',
      'Doe',
      '<b@x.example>',
      ',',
      ';',
      '\t',
      '"',
      "'",
      '<',
      '>',
      '@',
      ' ',
      ':',
      '(',
      ')',
    );
    const line = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const { people } = readInvitedText(lines.join('\n'));
        for (const [index, text] of lines.entries()) {
          const own = people.filter((person) => person.line === index + 1);
          const said = own.flatMap(({ unread, email, firstName, lastName, role, clients }) => [
            ...unread,
            email,
            firstName,
            lastName,
            role,
            ...clients,
          ]);
          for (const word of text.match(/[\w.@]*\w[\w.@]*/g) ?? [])
            expect([text, said.some((each) => each.includes(word))]).toEqual([text, true]);
        }
      }),
      { numRuns: runs({ test: 500, soak: 20_000 }), seed: testSeed },
    );
  });

  it('names the columns that it did not use', async () => {
    const { body } = await invite('Email,Phone,Last name,Notes\na@m.example,1,A,x', { dryRun: true });
    expect(body.data).toMatchObject({ unusedColumns: ['Phone', 'Notes'] });
  });

  it('gives access to a client with exactly that name, and asks about similar ones', async () => {
    await api()
      .db.kysely.insertInto('client')
      .values([
        { id: 51, name: 'Café Labs' },
        { id: 52, name: 'Cafe Labs' },
        { id: 53, name: '51' },
      ])
      .execute();
    const clientsFor = async (name: string) => {
      const [person] = await invitePeople(`a@exact.example, A, B, Client, ${name}`, { dryRun: true });
      return person?.problems[0]?.message ?? person?.companies;
    };
    expect(await clientsFor('Café Labs')).toEqual(['Café Labs']);
    expect(await clientsFor('Cafe Labs')).toEqual(['Cafe Labs']);
    expect(await clientsFor('Cafe\u0301 \u00a0La\u00adbs')).toEqual(['Café Labs']);
    expect(await clientsFor('Not–Mine')).toBe("There is no client 'Not–Mine'.");
    expect(await clientsFor('ＮＯＴ Mine')).toBe(
      "There is no client 'ＮＯＴ Mine'. Did you mean 'Not Mine'?",
    );
    expect(await clientsFor('cafe labs')).toBe(
      "There is no client 'cafe labs'. Did you mean 'Café Labs' or 'Cafe Labs'?",
    );
    expect(await clientsFor('51')).toBe("'51' is the name of one client and the id of another: use the ids.");
    expect(await clientsFor('52')).toEqual(['Cafe Labs']);
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
    const people = await invitePeople(text);
    expect(people.map(({ problems }) => problems.map(({ message }) => message).join())).toEqual([
      'Invalid Email Address',
      'A user with this e-mail address already exists.',
      '',
      'Line 3 has the same address.',
      "There is no role 'Emperor'.",
      'You cannot give the role Admin.',
      "There is no client 'Nowhere Inc'.",
    ]);
    expect(await readAddresses('app_user', '@wrong.example')).toEqual([
      'known@wrong.example',
      'fine@wrong.example',
    ]);
  });

  it('changes nothing in a dry run, which finds the same problems', async () => {
    const people = await invitePeople('dry@run.example, D, R\nadmin@invite.example, D, R', { dryRun: true });
    expect(people).toMatchObject([
      { userId: null, problems: [] },
      { problems: [{ message: 'A user with this e-mail address already exists.' }] },
    ]);
    expect(await readAddresses('app_user', '@run.example')).toEqual([]);
    expect(await readAddresses('outbox_mail', '@run.example')).toEqual([]);
  });

  it('creates one account for each line if it is sent twice at once', async () => {
    const text = 'x@double.example, X, X\ny@double.example, Y, Y';
    await Promise.all([invite(text), invite(text)]);
    expect(await readAddresses('app_user', '@double.example')).toHaveLength(2);
    expect(await readAddresses('outbox_mail', '@double.example')).toHaveLength(2);
  });

  it.each([
    ['', 'The text has no person to invite.'],
    ['email,first name\n', 'The text has no person to invite.'],
    [
      Array.from({ length: 201 }, (_, n) => `p${n}@x.example,A,B`).join('\n'),
      'The text has 201 people; invite at most 200 at once.',
    ],
  ])('refuses %.30j', async (text, message) => {
    const { status, body } = await invite(text);
    expect([status, body.message]).toEqual([400, message]);
  });

  it('does not tell names of clients in Blinded Mode', async () => {
    const people = await invitePeople(
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
