import '@testing-library/jest-dom';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { renderUi } from '../testing/render-ui.tsx';
import { Avatar } from './avatar.tsx';
import { Button } from './button.tsx';
import { SegmentedControl, Switch } from './choices.tsx';
import { Menu } from './menu.tsx';
import { EmptyState } from './states.tsx';
import { StatCard } from './stat-card.tsx';
import { Table } from './table/table.tsx';
import { TextField } from './text-fields.tsx';

it('the second click of a double click does nothing on a button that has replaced the first one', async () => {
  const press = jest.fn();
  const Replaced = () => {
    const [isDone, setDone] = useState(false);
    return isDone ? (
      <Button key="again" onClick={press}>
        Start again
      </Button>
    ) : (
      <Button key="send" onClick={() => setDone(true)}>
        Send
      </Button>
    );
  };
  const { user } = renderUi(<Replaced />);
  fireEvent.click(screen.getByRole('button', { name: 'Send' }), { detail: 1 });
  fireEvent.click(screen.getByRole('button', { name: 'Start again' }), { detail: 2 });
  expect(press).not.toHaveBeenCalled();
  await user.dblClick(screen.getByRole('button', { name: 'Start again' }));
  expect(press).toHaveBeenCalledTimes(2);
});

it('connects label, hint and error with a field', () => {
  renderUi(
    <TextField
      label="Alert Title"
      hint="Seen by recipients"
      error="Alert Title is required"
      required
      maxLength={60}
      counter
      value="Deal"
      readOnly
    />,
  );
  const field = screen.getByRole('textbox', { name: 'Alert Title' });
  expect(field).toBeInvalid();
  expect(field).toBeRequired();
  expect(field).toHaveAccessibleDescription('Alert Title is required Seen by recipients');
  expect(screen.getByText('4 / 60')).toBeInTheDocument();
});

it('renders a segmented control as radio buttons, and a switch with its role', async () => {
  const Choices = () => {
    const [counting, setCounting] = useState<'all' | 'unique'>('all');
    const [on, setOn] = useState(false);
    const options = [
      { value: 'all' as const, label: 'All' },
      { value: 'unique' as const, label: 'Unique' },
    ];
    return (
      <>
        <SegmentedControl label="Counting" options={options} value={counting} onChange={setCounting} />
        <Switch label="Activate now" checked={on} onCheckedChange={setOn} />
      </>
    );
  };
  const { user } = renderUi(<Choices />);
  const group = within(screen.getByRole('radiogroup', { name: 'Counting' }));
  await user.click(group.getByRole('radio', { name: 'Unique' }));
  expect(group.getByRole('radio', { name: 'Unique' })).toBeChecked();
  await user.click(screen.getByRole('switch', { name: 'Activate now' }));
  expect(screen.getByRole('switch', { name: 'Activate now' })).toBeChecked();
});

it('ignores clicks on a busy button', async () => {
  const press = jest.fn();
  const { user } = renderUi(
    <Button loading onClick={press}>
      Save
    </Button>,
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-busy', 'true');
  expect(press).not.toHaveBeenCalled();
});

it('operates a menu by keyboard, without its disabled entries', async () => {
  const chosen = jest.fn();
  const entry = (id: string, disabled = false) => ({ id, label: id, disabled, onSelect: () => chosen(id) });
  const { user } = renderUi(
    <Menu
      trigger={<Button>Chart</Button>}
      entries={[entry('Rename'), entry('Colors', true), entry('Download')]}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Chart' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Colors' }));
  expect(chosen).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Chart' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Download' }));
  expect(chosen).toHaveBeenCalledWith('Download');
});

it.each([
  ['Client', 'gray'],
  ['Premium', 'secondary'],
  ['Internal', 'primary'],
  ['Admin', 'primary'],
  ['SystemAdmin', 'primary'],
] as const)('colors a %s %s', (role, tone) => {
  renderUi(<Avatar name="Ana Ortiz" role={role} />);
  expect(screen.getByText('AO')).toHaveAttribute('data-tone', tone);
});

it('shows the initials of first and last name', () => {
  const person = { name: 'Maria del Carmen Ortiz', role: 'Client' } as const;
  renderUi(<Avatar {...person} />);
  expect(screen.getByText('MO')).toBeInTheDocument();
});

it('shows the texts of an empty result', () => {
  renderUi(<EmptyState />);
  expect(screen.getByText('No results found')).toBeInTheDocument();
  expect(screen.getByText('Try adjusting the filter to find what you are looking for.')).toBeInTheDocument();
});

it('names tables, and shows when they are empty', () => {
  const columns = [{ id: 'n', header: 'Reader', cell: (row: { n: string }) => row.n }];
  renderUi(<Table caption="Readers" columns={columns} rows={[]} rowKey={(row) => row.n} />);
  expect(
    within(screen.getByRole('table', { name: 'Readers' })).getByText('No records found.'),
  ).toBeInTheDocument();
});

describe('a figure', () => {
  afterEach(() => jest.useRealTimers());

  const withMotion = (reduced: boolean) => {
    jest.spyOn(window, 'matchMedia').mockImplementation(
      (media) =>
        ({
          media,
          matches: reduced,
          addEventListener() {},
          removeEventListener() {},
        }) as unknown as MediaQueryList,
    );
  };

  it('counts up within a second; screen readers get the final value', async () => {
    withMotion(false);
    jest.useFakeTimers();
    renderUi(<StatCard label="Engagements" value={1234} />);
    const [moving, said] = [...document.querySelectorAll('span')].filter((node) =>
      /^[\d,]+$/.test(node.textContent),
    );
    expect(said).toHaveTextContent('1,234');
    expect(moving).toHaveTextContent('0');
    expect(moving).toHaveAttribute('aria-hidden', 'true');
    act(() => jest.advanceTimersByTime(500));
    expect(moving).not.toHaveTextContent(/^0$|^1,234$/);
    act(() => jest.advanceTimersByTime(500));
    expect(moving).toHaveTextContent('1,234');
    expect(said).toHaveTextContent('1,234');
  });

  it('does not animate with reduced motion', () => {
    withMotion(true);
    renderUi(<StatCard label="Engagements" value={1234} />);
    expect(screen.getAllByText('1,234')).toHaveLength(2);
  });
});
