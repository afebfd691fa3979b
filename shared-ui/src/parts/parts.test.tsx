import '@testing-library/jest-dom';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { renderUi } from '../testing/render-ui.tsx';
import { FieldItem, FieldList } from './field-list.tsx';
import { Stepper } from './stepper.tsx';
import type { Step } from './stepper.tsx';

describe('a field list', () => {
  it('shows labels with their values, and omits fields without a value', () => {
    renderUi(
      <FieldList aria-label="Company">
        <FieldItem label="Name">Acme</FieldItem>
        <FieldItem label="Phone">{''}</FieldItem>
        <FieldItem label="City" emptyText="Not provided" />
        <FieldItem label="Uploads">{0}</FieldItem>
      </FieldList>,
    );
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Name', 'City', 'Uploads']);
    expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual([
      'Acme',
      'Not provided',
      '0',
    ]);
  });
});

const steps: readonly Step[] = [
  { id: 'begin', label: 'Begin', done: true },
  { id: 'filters', label: 'Define Filters', done: true },
  { id: 'alert', label: 'Set Alert' },
  { id: 'frequency', label: 'Frequency/Format', locked: true },
];

const Wizard = ({ onSelect }: { onSelect: (id: string) => void }) => {
  const [current, setCurrent] = useState('alert');
  return (
    <Stepper
      label="Steps of this alert"
      steps={steps}
      current={current}
      onSelect={(id) => {
        setCurrent(id);
        onSelect(id);
      }}
    />
  );
};

describe('a stepper', () => {
  it('shows which step is open, and which are done or locked', () => {
    renderUi(<Wizard onSelect={() => {}} />);
    const list = within(screen.getByRole('navigation', { name: 'Steps of this alert' }));
    expect(list.getAllByRole('listitem')).toHaveLength(4);
    expect(list.getByRole('button', { current: 'step' })).toHaveAccessibleName('Set Alert');
    expect(list.getByRole('button', { name: 'Begin (done)' })).toBeEnabled();
    expect(list.queryByRole('button', { name: /Frequency/ })).not.toBeInTheDocument();
    expect(list.getAllByRole('listitem')[3]).toHaveTextContent('Frequency/Format (locked)');
    expect(screen.getByText('Step 3 of 4: Set Alert')).toBeInTheDocument();
  });

  it('opens a step by keyboard; locked ones are skipped', async () => {
    const onSelect = jest.fn();
    const { user } = renderUi(<Wizard onSelect={onSelect} />);
    await user.tab();
    await user.tab();
    expect(screen.getByRole('button', { name: 'Define Filters (done)' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(onSelect).toHaveBeenCalledWith('filters');
    expect(screen.getByRole('button', { current: 'step' })).toHaveAccessibleName('Define Filters (done)');
    await user.tab();
    await user.tab();
    expect(document.body).toHaveFocus();
  });
});
