import '@testing-library/jest-dom';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { renderUi } from '../../testing/render-ui.tsx';
import { DateField } from './date-field.tsx';
import { parseTypedDate, showDate } from './parse-date.ts';

it.each([
  ['2/3/26', '2026-02-03'],
  ['02/03/2026', '2026-02-03'],
  ['2-3-26', '2026-02-03'],
  ['12/31/68', '2068-12-31'],
  ['12/31/69', '1969-12-31'],
  ['2026-02-03', '2026-02-03'],
  [' 2/29/24 ', '2024-02-29'],
  ['2/29/25', undefined],
  ['13/1/26', undefined],
  ['1/1/126', undefined],
  ['soon', undefined],
])('reads %s as %s', (text, day) => {
  expect(parseTypedDate(text)).toBe(day);
});

it('shows the month before the day', () => {
  expect(showDate('2026-02-03')).toBe('02/03/2026');
  expect(showDate(null)).toBe('');
});

const From = ({ onDay, ...limits }: { onDay: (day: string | null) => void; min?: string; max?: string }) => {
  const [value, setValue] = useState<string | null>('2026-02-28');
  const change = (day: string | null) => {
    setValue(day);
    onDay(day);
  };
  return <DateField label="From Date" value={value} onChange={change} {...limits} />;
};

describe('the field', () => {
  it('reports an invalid date on blur, until it is changed', async () => {
    const { user } = renderUi(<From onDay={() => {}} />);
    const input = screen.getByLabelText('From Date');
    await user.clear(input);
    await user.type(input, '13/45/26');
    expect(input).toBeValid();
    await user.tab();
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription('Use MM/DD/YYYY');
    await user.type(input, '{Backspace}');
    expect(input).toBeValid();
  });

  it('parses the typed text on blur', async () => {
    const onDay = jest.fn();
    const { user } = renderUi(<From onDay={onDay} />);
    const input = screen.getByLabelText('From Date');
    expect(input).toHaveValue('02/28/2026');
    await user.clear(input);
    await user.type(input, '3/1/26');
    expect(onDay).not.toHaveBeenCalled();
    await user.tab();
    expect(onDay).toHaveBeenLastCalledWith('2026-03-01');
    expect(input).toHaveValue('03/01/2026');
    await user.clear(input);
    await user.tab();
    expect(onDay).toHaveBeenLastCalledWith(null);
  });

  it('reports an invalid date, and keeps the typed text', async () => {
    const onDay = jest.fn();
    const { user } = renderUi(<From onDay={onDay} />);
    const input = screen.getByLabelText('From Date');
    await user.clear(input);
    await user.type(input, 'tomorrow');
    await user.tab();
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription('Use MM/DD/YYYY');
    expect(input).toHaveValue('tomorrow');
    expect(onDay).not.toHaveBeenCalled();
  });

  it('accepts a day from the calendar by keyboard', async () => {
    const onDay = jest.fn();
    const { user } = renderUi(<From onDay={onDay} max="2026-03-02" />);
    await user.click(screen.getByRole('button', { name: 'From Date: open calendar' }));
    const calendar = screen.getByRole('dialog', { name: 'From Date' });
    expect(within(calendar).getByRole('button', { name: 'Saturday, February 28, 2026' })).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(within(calendar).getByRole('grid', { name: 'March 2026' })).toBeInTheDocument();
    expect(within(calendar).getByRole('button', { name: /March 3, 2026/ })).toBeDisabled();
    await user.keyboard('{Enter}');
    expect(onDay).toHaveBeenCalledWith('2026-03-01');
    expect(screen.getByLabelText('From Date')).toHaveFocus();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
