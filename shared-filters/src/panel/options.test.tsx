import '@testing-library/jest-dom';
import { setBlinded } from '@readerlens/auth';
import { startFakeApi } from '@readerlens/auth/testing';
import type { FakeApi } from '@readerlens/auth/testing';
import { act, waitFor } from '@testing-library/react';
import { createCatalogue, questionField, termsFilter } from '../model/index.ts';
import { acme, clientUser, lastYear, buildModel, openPanel, staffUser } from './testing/open-panel.tsx';

const tagsCall = 'POST /api/filter-lookups/cms/tags';
const tagsByClient: Record<string, { id: string; name: string }[]> = {
  acme: [
    { id: 't1', name: 'Launch' },
    { id: 't2', name: 'Renewal' },
  ],
  umbra: [{ id: 't2', name: 'Renewal' }],
};
const analyst = { ...clientUser, searchFields: ['AnalystTags'] };

let api: FakeApi;
beforeEach(async () => {
  api = await startFakeApi({
    'GET /api/saved-searches/u1': { data: { items: [] } },
    [tagsCall]: ({ body }) => ({
      data: (body as { cIds: string[] }).cIds.flatMap((id) => tagsByClient[id] ?? []),
    }),
  });
});
afterEach(async () => {
  act(() => setBlinded(false));
  await api.stop();
});

it('loads the options of a field on focus, not before', async () => {
  api.answers['GET /api/common-lookup/countries'] = { data: [{ id: 'c1', name: 'Norway' }] };
  const view = await openPanel({ user: staffUser });
  expect(api.callsOf('GET /api/common-lookup/countries')).toHaveLength(0);
  await view.pick('Country', 'Norway');
  expect(view.panel.getByRole('button', { name: 'Remove Norway' })).toBeInTheDocument();
});

it('reports in the field that its options failed to load, and retries', async () => {
  const view = await openPanel({ user: staffUser });
  const field = view.panel.getByRole('combobox', { name: 'Region' });
  await view.person.click(field);
  expect(await view.panel.findByRole('alert')).toBeInTheDocument();
  api.answers['GET /api/common-lookup/regions'] = { data: [{ id: 'r1', name: 'Nordics' }] };
  await view.press('Try again');
  expect(await view.panel.findByRole('option', { name: 'Nordics' })).toBeInTheDocument();
});

it('offers unselected tags of the selected clients, and drops tags of other clients', async () => {
  const view = await openPanel({ user: analyst, applied: buildModel(acme, lastYear) });
  await view.pick('Analyst Tags', 'Launch');
  await view.pick('Analyst Tags', 'Renewal');
  await view.person.click(view.panel.getByRole('combobox', { name: 'Analyst Tags' }));
  expect(view.panel.getByText('No matches')).toBeInTheDocument();
  await view.person.keyboard('{Escape}');
  await view.pick('Clients', 'Umbra');
  await view.press('Remove Acme');
  await waitFor(() =>
    expect(view.panel.queryByRole('button', { name: 'Remove Launch' })).not.toBeInTheDocument(),
  );
  expect(view.panel.getByRole('button', { name: 'Remove Renewal' })).toBeInTheDocument();
  await view.press('See results');
  expect(view.last('AnalystTags')).toMatchObject({ value: [{ id: 't2', name: 'Renewal' }] });
});

it('keeps tags while the tags of the clients are unknown', async () => {
  api.answers[tagsCall] = { status: 500 };
  const tags = termsFilter('AnalystTags', [{ id: 't1', name: 'Launch' }]);
  const view = await openPanel({ user: analyst, applied: buildModel(acme, lastYear, tags) });
  await waitFor(() => expect(api.callsOf(tagsCall).length).toBeGreaterThan(0));
  await view.press('See results');
  expect(view.last('AnalystTags')).toMatchObject({ value: [{ id: 't1' }] });
});

it('does not offer selected communities', async () => {
  const communities = ['One', 'Two'].map((name) => ({ id: name, name, businessGroupId: null }));
  api.answers['GET /api/common-lookup/onlines'] = { data: communities };
  const view = await openPanel({ user: staffUser });
  await view.pick('Communities', 'One');
  await view.person.click(view.panel.getByRole('combobox', { name: 'Communities' }));
  expect(await view.panel.findByRole('option', { name: 'Two' })).toBeInTheDocument();
  expect(view.panel.queryByRole('option', { name: 'One' })).not.toBeInTheDocument();
});

it('shows questions only for communities of their business group', async () => {
  api.answers['GET /api/common-lookup/onlines'] = {
    data: [
      { id: 'o1', name: 'Pharma', businessGroupId: 'bg1' },
      { id: 'o2', name: 'Devices', businessGroupId: 'bg2' },
    ],
  };
  const catalogue = createCatalogue([
    questionField({
      id: 'q1',
      field: 'DrugName',
      label: 'Drug Name',
      group: 'FirmographicLifeSciences',
      kind: 'Text',
      businessGroupId: 'bg1',
    }),
  ]);
  const view = await openPanel({ user: staffUser, applied: buildModel(acme, lastYear), catalogue });
  expect(view.panel.queryByRole('textbox', { name: 'Drug Name' })).not.toBeInTheDocument();
  await view.pick('Communities', 'Devices');
  expect(view.panel.queryByRole('textbox', { name: 'Drug Name' })).not.toBeInTheDocument();
  await view.pick('Communities', 'Pharma');
  await view.person.type(await view.panel.findByRole('textbox', { name: 'Drug Name' }), 'x');
  await view.press('Remove Pharma');
  expect(view.panel.queryByRole('textbox', { name: 'Drug Name' })).not.toBeInTheDocument();
  await view.press('See results');
  expect(view.last('DrugName')).toBeUndefined();
});

it('names clients of a link that the user does not have', async () => {
  const foreign = termsFilter('Clients', [{ id: 'other', name: 'Other Inc' }]);
  const view = await openPanel({ applied: buildModel(foreign, lastYear) });
  await view.press('See results');
  expect(view.panel.getByText('User does not have claim(s) for Other Inc')).toBeInTheDocument();
  expect(view.emitted).toHaveLength(0);
});

it('hides and does not apply fields that would reveal what Blinded Mode hides', async () => {
  act(() => setBlinded(true));
  const email = { $type: 'Text', field: 'Email', op: 'Contains', value: 'a' } as const;
  const view = await openPanel({ user: staffUser, applied: buildModel(acme, lastYear, email) });
  expect(view.panel.queryByRole('textbox', { name: 'Email' })).not.toBeInTheDocument();
  expect(
    view.panel.getByText('Filters that could identify readers are hidden in Blinded Mode.'),
  ).toBeInTheDocument();
  expect(view.panel.getByRole('combobox', { name: 'Clients' })).toBeDisabled();
  expect(view.panel.getByText('Acme')).toHaveAttribute('aria-hidden', 'true');
  await view.press('See results');
  expect(view.emitted[0]?.filters.map(({ field }) => field)).toEqual(['Clients', 'RelativeDateRange']);
});
