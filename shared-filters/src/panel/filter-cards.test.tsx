import '@testing-library/jest-dom';
import { signInAs, startFakeApi, testUser } from '@readerlens/auth/testing';
import type { FakeApi } from '@readerlens/auth/testing';
import { renderUi } from '@readerlens/ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { termsFilter } from '../model/index.ts';
import type { FilterModel } from '../model/index.ts';
import { FilterCards, filterProblems } from './filter-cards.tsx';
import type { FilterCardsProps } from './filter-cards.tsx';
import { acme, clientUser, buildModel } from './testing/open-panel.tsx';

const onlines = 'GET /api/common-lookup/onlines';
const tags = 'POST /api/filter-lookups/cms/tags';
/** A client user whose filters a staff user edits. */
const owner = testUser({ ...clientUser, id: 'u2', searchFields: ['AnalystTags'] });

let api: FakeApi;
beforeEach(async () => {
  api = await startFakeApi({
    [onlines]: { data: [{ id: 'o1', name: 'Cell Therapy', businessGroupId: null }] },
    [tags]: { data: [{ id: 't1', name: 'Launch' }] },
  });
  signInAs(testUser({ id: 'u1', role: 'SystemAdmin', searchFields: ['AnalystTags'] }));
});
afterEach(() => api.stop());

const open = (props: Partial<FilterCardsProps> = {}) => {
  const changes: FilterModel[] = [];
  const Page = () => {
    const [value, setValue] = useState(props.value ?? buildModel(acme));
    return (
      <>
        <FilterCards
          {...props}
          value={value}
          onChange={(model) => {
            changes.push(model);
            setValue(model);
          }}
        />
        <button
          onClick={() => setValue(buildModel(termsFilter('Clients', [{ id: 'umbra', name: 'Umbra' }])))}
        >
          Load another
        </button>
        <button onClick={() => setValue(buildModel(acme))}>Start again</button>
      </>
    );
  };
  const { user } = renderUi(<Page />);
  return {
    user,
    changes,
    pick: async (field: string, option: string) => {
      await user.click(screen.getByRole('combobox', { name: field }));
      await user.click(await screen.findByRole('option', { name: option }));
      await user.keyboard('{Escape}');
    },
  };
};
const field = (name: string) => screen.queryByRole('combobox', { name });

it('offers the fields, clients and activity types of the owner', async () => {
  const { user, changes, pick } = open({ owner });
  expect(field('Analyst Tags')).toBeInTheDocument();
  expect(field('Organization Type')).not.toBeInTheDocument();
  await user.click(screen.getByRole('combobox', { name: 'Activity Type' }));
  const types = within(screen.getByRole('listbox')).getAllByRole('option');
  expect(types.map(({ textContent }) => textContent)).toEqual(['Engagement', 'Webinar']);
  await user.keyboard('{Escape}');
  await pick('Clients', 'Umbra');
  await waitFor(() =>
    expect(changes.at(-1)?.filters).toEqual([
      termsFilter('Clients', [
        { id: 'acme', name: 'Acme' },
        { id: 'umbra', name: 'Umbra' },
      ]),
    ]),
  );
});

it('loads the options of the owner', async () => {
  const { pick, user } = open({ owner });
  await pick('Analyst Tags', 'Launch');
  expect(api.callsOf(tags)[0]?.body).toMatchObject({ cIds: ['acme'], userId: 'u2' });
  await user.click(screen.getByRole('combobox', { name: 'Communities' }));
  await waitFor(() => expect(api.callsOf(onlines)[0]?.query.get('userId')).toBe('u2'));
});

it("loads the options of the session's user without an owner", async () => {
  const { user } = open();
  expect(field('Organization Type')).toBeInTheDocument();
  await user.click(screen.getByRole('combobox', { name: 'Communities' }));
  await waitFor(() => expect(api.callsOf(onlines)[0]?.query.has('userId')).toBe(false));
});

it('leaves excluded fields out of the form and the model', async () => {
  const quality = termsFilter('Quality', [{ id: '3', name: '3' }]);
  const { changes, pick } = open({ value: buildModel(acme, quality), excluded: ['Quality'] });
  expect(field('Quality')).not.toBeInTheDocument();
  await pick('Content Type', 'Editorial');
  await waitFor(() =>
    expect(changes.at(-1)?.filters.map((filter) => filter.field)).toEqual(['Clients', 'ContentType']),
  );
});

it('reports nothing before a change, keeps what is being typed, and follows a new value', async () => {
  const { user, changes } = open();
  const title = screen.getByRole('textbox', { name: 'Document Title' });
  expect(changes).toEqual([]);
  await user.type(title, 'cell ');
  await user.type(title, 'therapy');
  expect(title).toHaveValue('cell therapy');
  expect(title).toHaveFocus();
  expect(changes.at(-1)?.filters.at(-1)).toMatchObject({ field: 'DocumentTitle', value: 'cell therapy' });
  const reported = changes.length;
  await user.click(screen.getByRole('button', { name: 'Load another' }));
  expect(await screen.findByRole('button', { name: 'Remove Umbra' })).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Document Title' })).toHaveValue('');
  expect(changes).toHaveLength(reported);
});

it('follows a value that it has started from', async () => {
  const { user } = open();
  const title = screen.getByRole('textbox', { name: 'Document Title' });
  await user.type(title, 'cell');
  await user.click(screen.getByRole('button', { name: 'Start again' }));
  expect(screen.getByRole('textbox', { name: 'Document Title' })).toHaveValue('');
  await user.type(screen.getByRole('textbox', { name: 'Document Title' }), 'gene');
  await user.click(screen.getByRole('button', { name: 'Start again' }));
  expect(screen.getByRole('textbox', { name: 'Document Title' })).toHaveValue('');
});

it('shows and lists problems on request', async () => {
  const foreign = buildModel(termsFilter('Clients', [{ id: 'other', name: 'Other' }]));
  const problems = filterProblems(foreign, owner);
  expect(problems.map((problem) => problem.field)).toEqual(['Clients']);
  open({ owner, value: foreign, checked: true });
  expect(await screen.findByText(problems[0]!.message)).toBeInTheDocument();
});

describe('with a required activity type', () => {
  const rules = { typesRequired: true } as const;

  it('says that one is required once the cards are checked', () => {
    const message = 'Activity type is required';
    expect(filterProblems(buildModel(acme), owner, rules)).toEqual([{ field: 'ActivityTypes', message }]);
    open({ ...rules, checked: true });
    expect(field('Activity Type')).toBeInvalid();
    expect(field('Activity Type')).toHaveAccessibleDescription(message);
  });

  it('accepts a selected one', () => {
    const value = { ...buildModel(acme), indices: ['Webinar' as const] };
    expect(filterProblems(value, owner, rules)).toEqual([]);
    open({ ...rules, value, checked: true });
    expect(field('Activity Type')).not.toBeInvalid();
  });
});
