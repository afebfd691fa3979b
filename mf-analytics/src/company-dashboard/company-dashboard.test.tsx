import '@testing-library/jest-dom';
import { sessionStore } from '@readerlens/auth';
import { act, screen, waitFor, within } from '@testing-library/react';
import { nordic, oneCompany } from '../testing/company.ts';
import { row } from '../testing/engagements.ts';
import { fakeForScreens } from '../testing/fake-screens.ts';
import { href, readHref } from '../testing/links.ts';
import { openScreen } from '../testing/open-screen.tsx';
import { acme, signIn } from '../testing/session.ts';
import { CompanyDashboardScreen } from './company-dashboard.screen.tsx';

const fake = fakeForScreens(oneCompany);

const dashboard = '/analytics/reader-co-dashboard';
const range = 'DateRange:2026-01-10,2026-02-28';
const days = `f=Clients:c1;${range}`;
const open = (company = '/Nordic%20Labs/9/Nordic%20Labs', query = days) =>
  openScreen(CompanyDashboardScreen, {
    address: `${dashboard}${company}?${query}`,
    path: `${dashboard}/:company?/:orgId?/:orgName?`,
    offers: (path) => path.startsWith('/analytics/'),
  });
const region = (name: string) => screen.findByRole('region', { name });
const profile = () => region('Company profile');
/** The organizations that the figures were asked for. */
const orgsAsked = () =>
  new Set(
    fake.calls
      .filter(({ path }) => path.startsWith('/api/reader-co-dashboard/'))
      .map(({ body }) => (body as { orgId?: string }).orgId),
  );
const lookups = () =>
  fake.calls.flatMap(({ path, query }) => (path === '/api/user-proxy' ? [query.get('path')] : []));

it('shows an organization by its id, and its rank', async () => {
  signIn({ companies: [acme] });
  open();
  expect(screen.getByRole('heading', { level: 1, name: 'Company Dashboard' })).toBeVisible();
  const card = await profile();
  expect(within(card).getByRole('heading', { level: 2, name: 'Nordic Labs' })).toBeVisible();
  expect(card).not.toHaveTextContent('most engagements');
  expect(within(card).getByRole('link', { name: 'Nordic Labs' })).toHaveAttribute(
    'href',
    'https://www.nordic.example',
  );
  expect(await within(card).findByText('3 of 1,204 organizations')).toBeVisible();
  expect(within(card).getByText('1 of 88')).toBeVisible();
  await region('Similar Organizations');
  expect(lookups()).toContain('reader-org/9');
  expect(orgsAsked()).toEqual(new Set(['9']));
});

describe('what is known about it', () => {
  const call = '/api/reader-co-dashboard/profile';
  /** Labels with their values. */
  const readFields = (card: HTMLElement) =>
    Object.fromEntries(
      within(card)
        .getAllByRole('term')
        .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    );

  it('is when it was first and last seen, and its properties', async () => {
    signIn({ companies: [acme], searchFields: ['OrgType', 'Revenue', 'ProductCategory'] });
    open();
    const card = await profile();
    expect(await within(card).findByText('02/03/2019')).toBeVisible();
    expect(readFields(card)).toMatchObject({
      'First seen': '02/03/2019',
      'Last seen': '02/27/2026',
      Countries: 'Norway, Sweden, Denmark +2 Others',
      Revenue: '$1,250,000',
      'Product categories': 'Bioprocess, Devices',
      Employees: '1,200',
      Outsources: 'Yes',
      Phase: 'Market',
    });
    expect(card).not.toHaveTextContent('Your account does not show');
  });

  it('names what the account does not show', async () => {
    signIn({ companies: [acme], searchFields: ['Revenue'] });
    open();
    expect(
      await screen.findByText('Your account does not show the type and product categories of organizations.'),
    ).toBeVisible();
  });

  it('was never seen with clients that know others, and can be asked for again after an error', async () => {
    fake.answers[call] = { status: 500, message: 'Busy.' };
    signIn({ companies: [acme] });
    const { user } = open();
    const card = await profile();
    const failed = 'The first and last activity could not be loaded. Busy.';
    expect(await within(card).findByText(failed)).toBeVisible();
    fake.answers[call] = {
      data: {
        firstSeen: null,
        lastSeen: null,
        countries: [],
        revenue: null,
        productCategories: [],
        answers: [],
      },
    };
    await user.click(within(card).getByRole('button', { name: 'Try again' }));
    expect(await within(card).findAllByText('Never with these clients')).toHaveLength(2);
    expect(within(card).queryByText('Revenue')).not.toBeInTheDocument();
  });
});

it('leads from each figure to the activities that it counts', async () => {
  signIn({ companies: [acme] });
  open();
  const list = (filters: string, more = '') => `/analytics/search?f=Clients:c1;${filters}${more}&org=9`;
  expect(await href('Engagements: 30')).toBe(list(range));
  expect(await href('Unique users: 4')).toBe(list(range));
  expect(await href('Article: 28 engagements')).toBe(list(`${range};DocumentTypes:Article`));
  expect(await href('Late: 20 engagements')).toBe(list(`${range};BuyersJourneyStage:Late`));
  expect(await href('Cleo Dahl: 18 engagements')).toBe(list(range, '&reader=7'));
  expect(await href('Field guide: 9 engagements')).toBe(list(range, '&documents=d1'));
  expect(await href('View all: Activity Timeline')).toBe(list(range));
  expect(await href('Fjord Bio: 21 engagements')).toBe(`/analytics/search?f=Clients:c1;${range}&org=12`);
});

describe('the buying group', () => {
  const call = '/api/reader-co-dashboard/buying-group';
  const none = { readers: 0, newReaders: 0, roles: [], seniority: [], newest: [] };

  it('has roles, seniority and new readers, each with the search rows behind it', async () => {
    signIn({ companies: [acme] });
    open();
    const card = await region('Buying Group');
    expect(await within(card).findByText(/^12 readers, 3 of them new/)).toBeVisible();
    const list = (filters: string) => `/analytics/search?f=Clients:c1;${range}${filters}`;
    expect(await href('Procurement: 7 readers')).toBe(list(';Personas:4&org=9'));
    expect(await href('No persona: 1 reader')).toBe(list(';Personas.na:&org=9'));
    expect(decodeURIComponent(await href('Executives: 2 readers'))).toMatch(/Title.*chief/);
    expect(await href('Finn Moe: 5 engagements')).toBe(list('&reader=8&org=9'));
    expect(await href('Finn Moe')).toBe('/analytics/reader-dashboard/finn@lab___example');
    expect(card).toHaveTextContent('And 2 others with fewer engagements.');
    expect(card).not.toHaveTextContent('Directors');
  });

  it('opens no search for a role where the filters have roles already', async () => {
    signIn({ companies: [acme] });
    open(undefined, `f=Clients:c1;${range};Personas:4`);
    const card = await region('Buying Group');
    expect(await within(card).findByText('7 readers')).toBeVisible();
    expect(within(card).queryByRole('link', { name: 'Procurement: 7 readers' })).not.toBeInTheDocument();
    expect(within(card).getByRole('link', { name: 'Executives: 2 readers' })).toBeVisible();
  });

  it('can be asked for again after an error, and may be empty', async () => {
    fake.answers[call] = { status: 500, message: 'Busy.' };
    signIn({ companies: [acme] });
    const { user } = open();
    const card = await region('Buying Group');
    expect(await within(card).findByText('The buying group could not be loaded. Busy.')).toBeVisible();
    fake.answers[call] = { data: none };
    await user.click(within(card).getByRole('button', { name: 'Try again' }));
    expect(await within(card).findByText('Nobody is new in this period.')).toBeVisible();
  });
});

describe('the first content', () => {
  it('is what readers began with and what they engaged with next, each with its search rows', async () => {
    signIn({ companies: [acme] });
    open();
    const card = await region('First Content');
    expect(await within(card).findByText(/^What each of 12 readers engaged with first/)).toHaveTextContent(
      'Readers also began with 2 other documents.',
    );
    const [guide, glossary, price] = within(card).getAllByRole('listitem');
    expect(guide).toHaveTextContent(
      'Starter kitThen Case study (3 readers)1 reader engaged with nothing else6 readers',
    );
    // Its four readers went on with different ones.
    expect(glossary?.textContent).toBe('Glossary4 readers');
    expect(price).toHaveTextContent('Price list1 reader engaged with nothing else1 reader');
    const rows = (id: string) => `/analytics/search?f=Clients:c1;${range}&documents=${id}&org=9`;
    expect(readHref(within(guide!).getByRole('link', { name: 'Starter kit' }))).toBe(rows('d4'));
    expect(readHref(within(guide!).getByRole('link', { name: 'Case study' }))).toBe(rows('d2'));
  });

  it('can be asked for again after an error, and may be empty', async () => {
    const call = '/api/reader-co-dashboard/first-content';
    fake.answers[call] = { status: 500, message: 'Busy.' };
    signIn({ companies: [acme] });
    const { user } = open();
    const card = await region('First Content');
    expect(await within(card).findByText('The first content could not be loaded. Busy.')).toBeVisible();
    fake.answers[call] = { data: { readers: 0, allDocuments: 0, documents: [] } };
    await user.click(within(card).getByRole('button', { name: 'Try again' }));
    expect(await within(card).findByText('No results found')).toBeVisible();
  });
});

it('links readers, documents and similar organizations to their pages', async () => {
  signIn({ companies: [acme] });
  open();
  expect(await href('Cleo Dahl')).toMatch(/^\/analytics\/reader-dashboard\/cleo@lab___example\?f=Clients:/);
  expect(await href('Field guide')).toBe('https://content.example/d1');
  expect(await href('Fjord Bio')).toBe(`${dashboard}/-/12/Fjord Bio`);
  const similar = await region('Similar Organizations');
  expect(similar).toHaveTextContent('5 in common, of 8 documents');
  const timeline = await region('Activity Timeline');
  expect(readHref(await within(timeline).findByRole('link', { name: 'Reader 3' }))).toBe(
    '/analytics/reader-dashboard/reader3@lab___example',
  );
});

it('names what the pie leaves out, and keeps its category in the URL', async () => {
  signIn({ companies: [acme] });
  const { user, router } = open();
  const pie = await region('Engagements By Category');
  await waitFor(() => expect(pie).toHaveTextContent('Not shown'));
  await user.click(screen.getByRole('radio', { name: 'Community' }));
  expect(await href('Cell Therapy: 30 engagements')).toContain('Onlines:o1');
  expect(router.state.location.search).toContain('category=community');
});

it('shows more of the timeline on request', async () => {
  signIn({ companies: [acme] });
  const { user } = open();
  const card = await region('Activity Timeline');
  await within(card).findByRole('link', { name: 'Guide 3' });
  fake.answers['/api/reader-co-dashboard/timeline'] = { data: [row(4)], top: { next: null } };
  await user.click(within(card).getByRole('button', { name: 'Show more' }));
  expect(await within(card).findByRole('link', { name: 'Guide 4' })).toBeVisible();
  expect(within(card).getByRole('link', { name: 'Guide 3' })).toBeVisible();
  expect(within(card).queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  expect(fake.calls.findLast(({ path }) => path.endsWith('/timeline'))?.body).toMatchObject({
    after: 'part-2',
    orgId: '9',
  });
});

it('compares with the previous period on request', async () => {
  signIn({ companies: [acme] });
  open(undefined, `${days}&compare=previous`);
  expect(await screen.findByText('from 30 in the previous period', { exact: false })).toBeVisible();
  expect(await screen.findByText('from 4 in the previous period', { exact: false })).toBeVisible();
});

describe('the title of the browser', () => {
  beforeEach(() => {
    document.title = 'Company Dashboard · Readerlens';
  });

  it('begins with the name while the page is open', async () => {
    signIn({ companies: [acme] });
    const { router } = open();
    await profile();
    expect(document.title).toBe('Nordic Labs · Company Dashboard · Readerlens');
    await act(() => router.navigate('/elsewhere'));
    expect(document.title).toBe('Company Dashboard · Readerlens');
  });

  it('leaves the title of the next page alone', async () => {
    signIn({ companies: [acme] });
    const { router } = open();
    await profile();
    document.title = 'Elsewhere · Readerlens';
    await act(() => router.navigate('/elsewhere'));
    expect(document.title).toBe('Elsewhere · Readerlens');
  });

  it('has the company text of a reader without an organization', () => {
    signIn({ companies: [acme] });
    open('/Garage%20Labs/-/-');
    expect(document.title).toBe('Garage Labs · Company Dashboard · Readerlens');
  });
});

describe('without a company in the address', () => {
  it.each(['', '/-/-/-'])("shows the most active one at '%s'", async (address) => {
    signIn({ companies: [acme] });
    const { router } = open(address);
    expect(screen.getByRole('heading', { level: 1, name: 'Most Active Company' })).toBeVisible();
    expect(await profile()).toHaveTextContent(
      'Nordic LabsShown as the organization with the most engagements within these filters.',
    );
    await region('Similar Organizations');
    expect(lookups().filter((path) => path?.startsWith('reader-org/'))).toEqual([]);
    expect(router.state.location.pathname).toBe(`${dashboard}${address}`);
  });

  it('shows that nothing matches', async () => {
    fake.answers['/api/reader-co-dashboard/most-active-org'] = { data: null };
    signIn({ companies: [acme] });
    open('');
    expect(await screen.findByText('No results found')).toBeVisible();
    expect(orgsAsked()).toEqual(new Set([undefined]));
  });
});

describe('the picker', () => {
  const picker = () => screen.getByRole('combobox', { name: 'Find an organization' });
  const list = '/api/most-active-cos';
  const lookup = '/api/lookups/organizations';

  it('finds another organization by name, whose page keeps filters, comparison and category', async () => {
    fake.answers[lookup] = { data: [{ id: '12', name: 'Fjord Bio', companyUrl: `${dashboard}/-/12/-` }] };
    signIn({ companies: [acme] });
    const { user, router } = open(undefined, `${days}&compare=previous&category=community`);
    await user.type(picker(), 'fjo');
    await user.click(await screen.findByRole('option', { name: 'Fjord Bio' }));
    expect(fake.calls.filter(({ path }) => path === lookup).map(({ query }) => query.get('q'))).toEqual([
      'fjo',
    ]);
    await waitFor(() => expect(lookups()).toContain('reader-org/12'));
    expect(router.state.location.pathname).toBe(`${dashboard}/-/12/-`);
    const { searchParams } = new URL(router.state.location.search, 'https://x.example');
    expect(Object.fromEntries(searchParams)).toEqual({
      f: `Clients:c1;${range}`,
      compare: 'previous',
      category: 'community',
    });
  });

  it('offers the most active within the filters before a name is typed, and by keyboard', async () => {
    fake.answers[list] = {
      data: [{ orgId: '13', orgName: 'Acme Bank', activitiesCount: 1, companyType: [] }],
      top: { total: 40 },
    };
    signIn({ companies: [acme] });
    const { user, router } = open();
    await user.click(picker());
    expect(await screen.findByRole('option', { name: /Acme Bank/ })).toHaveTextContent('1 engagement');
    expect(fake.calls.findLast(({ path }) => path === list)?.body).toMatchObject({
      size: 8,
      filters: expect.arrayContaining([expect.objectContaining({ field: 'Clients' })]),
    });
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`${dashboard}/-/13/-`));
  });

  it('tells that nothing matches, and offers to try again after an error', async () => {
    fake.answers[lookup] = { data: [] };
    signIn({ companies: [acme] });
    const { user } = open();
    await user.type(picker(), 'zzz');
    expect(await screen.findByText('No matches')).toBeVisible();
    fake.answers[lookup] = { status: 500, message: 'Busy.' };
    await user.type(picker(), 'z');
    expect(await screen.findByRole('alert')).toHaveTextContent('Busy.');
  });

  it('is there for an organization that does not exist', async () => {
    fake.answers['/api/user-proxy'] = { status: 404, message: 'There is none.', code: 'not_found' };
    fake.answers[list] = { data: [], top: { total: 0 } };
    signIn({ companies: [acme] });
    const { user } = open('/-/77/-');
    expect(await screen.findByText('There is no such organization.')).toBeVisible();
    await user.click(picker());
    expect(await screen.findByText('No matches')).toBeVisible();
  });
});

it('shows the company text of a reader without an organization', async () => {
  signIn({ companies: [acme] });
  open('/Garage%20Labs/-/-');
  expect(screen.getByRole('heading', { level: 1, name: 'Company Dashboard' })).toBeVisible();
  expect(await screen.findByText('Garage Labs')).toBeVisible();
  expect(orgsAsked()).toEqual(new Set());
});

it('tells that there is no such organization', async () => {
  fake.answers['/api/user-proxy'] = {
    status: 404,
    message: 'There is no such organization.',
    code: 'not_found',
  };
  signIn({ companies: [acme] });
  open('/Secret%20Org/77/Secret%20Org');
  expect(await screen.findByText('There is no such organization.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(document.body).not.toHaveTextContent('Secret Org');
});

it('offers to try again after an error', async () => {
  fake.answers['/api/user-proxy'] = { status: 500, message: 'Busy.' };
  signIn({ companies: [acme] });
  const { user } = open();
  expect(await screen.findByText('Busy.')).toBeVisible();
  fake.answers['/api/user-proxy'] = { data: nordic };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await profile()).toHaveTextContent('Nordic Labs');
});

it('reports the failure of one part only', async () => {
  fake.answers['/api/reader-co-dashboard/similar-orgs'] = { status: 500, message: 'Busy.' };
  fake.answers['/api/reader-co-dashboard/rank'] = { data: { rank: null, of: 0, byType: [] } };
  signIn({ companies: [acme] });
  open();
  expect(await screen.findByText('The similar organizations could not be loaded. Busy.')).toBeVisible();
  expect(await screen.findByText('None: no engagements with these filters')).toBeVisible();
  expect(await href('Engagements: 30')).toContain('org=9');
});

it('shows the engagement score with its parts', async () => {
  signIn({ companies: [acme] });
  const { user } = open();
  const score = await region('Engagement Score');
  await waitFor(() => expect(score).toHaveTextContent('64of 100'));
  expect(within(score).getAllByRole('listitem')).toHaveLength(4);
  await user.click(within(score).getByRole('button', { name: 'How is this counted? Engagement score' }));
  expect(screen.getByRole('note')).toHaveTextContent('at most 25 points each');
});

it('says why there is no engagement score', async () => {
  fake.answers['/api/reader-co-dashboard/score'] = { data: null };
  signIn({ companies: [acme] });
  open();
  expect(await screen.findByText('No score: fewer than 5 engagements within these filters.')).toBeVisible();
});

it('asks for a client first', async () => {
  signIn({ role: 'Internal' });
  open(undefined, '');
  expect(await screen.findByRole('complementary', { name: 'Dashboard Filters' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Find an organization' })).toBeInTheDocument();
  expect(orgsAsked()).toEqual(new Set());
});

describe('in Blinded Mode', () => {
  const blind = () => act(() => sessionStore.setState({ blinded: true }));

  it('reloads the organization, and takes its name out of the address', async () => {
    signIn({ companies: [acme] });
    const { router } = open();
    await profile();
    fake.answers['/api/user-proxy'] = { data: { ...nordic, name: 'Company 4711', website: null } };
    blind();
    await waitFor(() => expect(router.state.location.pathname).toBe(`${dashboard}/-/9/-`));
    expect(router.state.location.search).toBe(`?${days}`);
    const card = await profile();
    expect(await within(card).findByText('Company 4711')).toBeVisible();
    expect(within(card).queryByRole('link')).not.toBeInTheDocument();
    expect(document.title).toMatch(/^Company 4711\b/);
    expect(document.body).not.toHaveTextContent('Nordic Labs');
  });

  it('hides the company text of the address', async () => {
    signIn({ companies: [acme] });
    blind();
    document.title = 'Company Dashboard';
    open('/Garage%20Labs/-/-');
    expect(await screen.findByText('This organization cannot be shown')).toBeVisible();
    expect(document.title).toBe('Company Dashboard');
    expect(document.body).not.toHaveTextContent('Garage Labs');
  });
});

describe('its notes', () => {
  const call = '/api/annotations/search';
  const note = (id: string, text: string | null, organizationId: string | null = null) => ({
    id,
    clientId: 'c1',
    organizationId,
    date: `2026-02-0${id}`,
    text,
    author: text && 'Ada Byron',
    createdAt: '2026-02-01T09:00:00.000Z',
    updatedAt: '2026-02-01T09:00:00.000Z',
    mayChange: true,
  });

  it('are the latest ones, with all of them and a new one in a dialog', async () => {
    signIn({ companies: [acme] });
    fake.answers[call] = { data: ['1', '2', '3', '4'].map((id) => note(id, `Campaign ${id}`)) };
    const { user } = open();
    const card = within(await region('Notes'));
    expect((await card.findAllByText(/^Campaign/)).map(({ textContent }) => textContent)).toEqual([
      'Campaign 4',
      'Campaign 3',
      'Campaign 2',
    ]);
    await user.click(card.getByRole('button', { name: 'All notes (4)' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Campaign 1')).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(card.getByRole('button', { name: 'Add note' }));
    expect(await screen.findByRole('textbox', { name: 'Note' })).toBeVisible();
  });

  it('can be added where there are none', async () => {
    signIn({ companies: [acme] });
    open();
    const card = within(await region('Notes'));
    expect(await card.findByText(/^There are no notes in this period\./)).toBeVisible();
    expect(card.getByRole('button', { name: 'Add note' })).toBeVisible();
  });

  it('are about the organization or the client as a whole', async () => {
    signIn({ companies: [acme] });
    fake.answers[call] = { data: [note('1', 'Campaign'), note('2', 'Met their board', '9')] };
    fake.answers['/api/annotations'] = { data: note('3', 'Called them', '9') };
    const { user } = open('/-/9/-');
    const card = within(await region('Notes'));
    const [latest, earlier] = await card.findAllByRole('listitem');
    expect(latest).toHaveTextContent('Acme · Only about this organization · Ada Byron');
    expect(earlier).toHaveTextContent('Acme · Ada Byron');
    expect(fake.calls.findLast(({ path }) => path === call)?.body).toMatchObject({ orgId: '9' });
    const add = async (text: string) => {
      await user.click(card.getByRole('button', { name: 'Add note' }));
      const form = within(await screen.findByRole('dialog'));
      const choice = form.getByRole('checkbox', { name: 'Only about this organization' });
      expect(choice).toBeChecked();
      if (text === 'Mail sent') await user.click(choice);
      await user.type(form.getByRole('textbox', { name: 'Note' }), text);
      await user.click(form.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      return fake.calls.findLast(({ path }) => path === '/api/annotations')?.body;
    };
    expect(await add('Called them')).toMatchObject({ clientId: 'c1', orgId: '9', text: 'Called them' });
    expect(await add('Mail sent')).not.toHaveProperty('orgId');
  });

  it('are hidden and not added in Blinded Mode', async () => {
    signIn({ companies: [acme] });
    sessionStore.setState({ blinded: true });
    fake.answers[call] = { data: [note('1', null)] };
    open('/-/9/-');
    const card = within(await region('Notes'));
    expect(await card.findByRole('button', { name: 'All notes (1)' })).toBeVisible();
    expect(card.queryByRole('button', { name: 'Add note' })).toBeNull();
  });
});
