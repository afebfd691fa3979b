import '@testing-library/jest-dom';
import { act, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { renderUi } from '../../testing/render-ui.tsx';
import { MultiSelect } from './multi-select.tsx';
import type { MultiSelectProps } from './multi-select.tsx';
import type { MultiSelectOption } from './use-options.ts';

const many = Array.from({ length: 5000 }, (_, i) => ({ id: `c${i}`, name: `Client ${i}` }));

const Clients = (props: Partial<MultiSelectProps<MultiSelectOption>>) => {
  const [value, setValue] = useState(props.value ?? []);
  return <MultiSelect label="Clients" options={many} {...props} value={value} onChange={setValue} />;
};

const input = () => screen.getByRole('combobox', { name: 'Clients' });
const chips = () =>
  screen.queryAllByRole('button', { name: /^Remove/ }).map((chip) => chip.getAttribute('aria-label'));

it('can be used with the keyboard alone', async () => {
  const { user } = renderUi(<Clients />);
  await user.tab();
  expect(input()).toHaveFocus();
  await user.keyboard('client 12');
  const first = screen.getByRole('option', { name: 'Client 12' });
  expect(input()).toHaveAttribute('aria-activedescendant', first.id);
  await user.keyboard('{Enter}{ArrowDown}{Enter}');
  expect(chips()).toEqual(['Remove Client 12', 'Remove Client 120']);
  expect(screen.getByRole('option', { name: 'Client 120' })).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  await user.keyboard('{Backspace}');
  expect(chips()).toEqual(['Remove Client 12']);
});

it('renders only visible options of thousands, and announces their number', async () => {
  const { user } = renderUi(<Clients />);
  await user.click(input());
  const options = screen.getAllByRole('option');
  expect(options.length).toBeLessThan(40);
  expect(options[0]).toHaveAttribute('aria-setsize', '5000');
});

it('ignores accents in queries, and shows when nothing matches', async () => {
  const { user } = renderUi(<Clients options={[{ id: '1', name: 'Société Générale' }]} />);
  await user.type(input(), 'societe');
  expect(screen.getByRole('option', { name: 'Société Générale' })).toBeInTheDocument();
  await user.type(input(), 'x');
  expect(screen.getByRole('status')).toHaveTextContent('No matches');
});

it('accepts one option with `single`, at most `maxItems`, and no disabled one', async () => {
  const options = ['a', 'b', 'c'].map((id) => ({ id, name: id, disabled: id === 'c' }));
  const { user, unmount } = renderUi(<Clients single options={options} />);
  for (const name of ['a', 'b', 'c']) {
    await user.click(input());
    await user.click(screen.getByRole('option', { name }));
  }
  expect(chips()).toEqual(['Remove b']);
  unmount();
  const second = renderUi(<Clients maxItems={1} options={options} />);
  await second.user.click(input());
  await second.user.click(screen.getByRole('option', { name: 'a' }));
  await second.user.click(screen.getByRole('option', { name: 'b' }));
  expect(chips()).toEqual(['Remove a']);
});

describe('fetched options', () => {
  afterEach(() => jest.useRealTimers());

  it('are fetched 250 ms after the last keystroke; older requests are aborted', async () => {
    jest.useFakeTimers();
    const asked: { query: string; signal: AbortSignal; answer: () => void }[] = [];
    const loadOptions = (query: string, signal: AbortSignal) =>
      new Promise<MultiSelectOption[]>((resolve) => {
        const answer = () => resolve([{ id: query, name: `Found ${query}` }]);
        asked.push({ query, signal, answer });
      });
    const { user } = renderUi(<Clients options={undefined} loadOptions={loadOptions} />);
    const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    await user.click(input());
    await pass(0);
    expect(asked.map(({ query }) => query)).toEqual(['']);
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
    for (const key of 'abc') {
      await user.keyboard(key);
      await pass(249);
    }
    expect(asked).toHaveLength(1);
    await pass(1);
    expect(asked.map(({ query }) => query)).toEqual(['', 'abc']);
    expect(asked[0]?.signal.aborted).toBe(true);
    await act(async () => asked[1]?.answer());
    expect(screen.getByRole('option', { name: 'Found abc' })).toBeInTheDocument();
    await act(async () => asked[0]?.answer());
    expect(screen.getByRole('option', { name: 'Found abc' })).toBeInTheDocument();
  });

  it('can be retried after a failure', async () => {
    let works = false;
    const loadOptions = async () => {
      if (!works) throw new Error('The server cannot be reached.');
      return [{ id: '1', name: 'Found' }];
    };
    const { user } = renderUi(<Clients options={undefined} loadOptions={loadOptions} />);
    await user.click(input());
    const problem = await screen.findByRole('alert');
    expect(problem).toHaveTextContent('The server cannot be reached.');
    works = true;
    await user.click(within(problem).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('option', { name: 'Found' })).toBeInTheDocument();
  });
});

it('hides names when blurred, and is read-only', () => {
  renderUi(<Clients blurred value={[{ id: '1', name: 'Acme' }]} />);
  expect(input()).toBeDisabled();
  expect(screen.getByText('Acme')).toHaveAttribute('aria-hidden', 'true');
  expect(chips()).toEqual([]);
});
