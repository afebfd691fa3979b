import '@testing-library/jest-dom';
import { ApiError } from '@readerlens/auth';
import { useForm } from '@readerlens/ui';
import { closeAreas, renderArea } from '@readerlens/ui/testing';
import { screen, waitFor } from '@testing-library/react';
import { useParams } from 'react-router-dom';
import { Wizard, WizardStep } from './index.ts';
import type { WizardPlace, WizardStepProps } from './index.ts';

afterEach(closeAreas);

type Save = (values: object, intent: string | undefined) => Promise<object | undefined>;

type Frame = Partial<WizardStepProps<object>>;

const StepForm = ({ place, save, ...frame }: Frame & { place: WizardPlace; save: Save }) => {
  const { step, back, next } = place;
  const form = useForm<object, object>({ initial: {}, save });
  return (
    <WizardStep {...{ back, next }} {...frame} form={form} label={step.label}>
      <p>{`Number ${step.number}`}</p>
    </WizardStep>
  );
};

const open = (address: string, frame: Frame = {}, save: Save = async (values) => values) => {
  const steps = [
    { id: 'begin', number: 0, label: 'Begin', done: true },
    { id: 'general', number: 2, label: 'General' },
    { id: 'confirm', number: 3, label: 'Confirm', locked: true },
  ];
  const Screen = () => (
    <Wizard
      label="Steps"
      steps={steps}
      wanted={useParams()['step'] ?? ''}
      pathTo={(number) => `/forms/7/${number}`}
      notice={<p>A notice</p>}
    >
      {(place) => <StepForm key={place.step.id} place={place} save={save} {...frame} />}
    </Wizard>
  );
  return renderArea([{ path: '/forms/7/:step', Component: Screen }], address);
};

const button = (name: string) => screen.getByRole('button', { name });

it('shows the step of the address, with its number and the way back', async () => {
  const { router, user } = open('/forms/7/2');
  expect(screen.getByRole('form', { name: 'General' })).toHaveTextContent('Number 2');
  expect(screen.getByText('A notice')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Back' }));
  expect(router.state.location.pathname).toBe('/forms/7/0');
  expect(screen.queryByRole('link', { name: 'Back' })).toBeNull();
  await user.click(button('General'));
  expect(router.state.location.pathname).toBe('/forms/7/2');
});

it.each([
  ['/forms/7/3?from=mail', '/forms/7/2?from=mail'],
  ['/forms/7/9', '/forms/7/2'],
  ['/forms/7/1', '/forms/7/0'],
  ['/forms/7/-1', '/forms/7/0'],
  ['/forms/7/x', '/forms/7/0'],
])('leads from %s to an open step', async (address, target) => {
  const { router } = open(address);
  await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(target));
});

it('saves to go on, or to leave', async () => {
  const intents: (string | undefined)[] = [];
  const { user } = open('/forms/7/0', { canLeave: true }, async (values, intent) => {
    intents.push(intent);
    return values;
  });
  await user.click(button('Continue'));
  await user.click(button('Save and close'));
  expect(intents).toEqual([undefined, 'leave']);
});

it('has the texts of its page, and a note that fields can change when they are left', async () => {
  const onBlur = jest.fn();
  const frame = { backLabel: 'Previous', submitLabel: 'Save and Continue', note: 'Saved 14:03', onBlur };
  const { user } = open('/forms/7/2', frame);
  expect(screen.getByRole('region', { name: 'Step' })).toHaveTextContent(
    'PreviousSave and ContinueSaved 14:03',
  );
  await user.click(button('Save and Continue'));
  await user.tab();
  expect(onBlur).toHaveBeenCalled();
});

it('cannot be changed where it is read-only', () => {
  open('/forms/7/0', { isReadOnly: true, canLeave: true });
  expect(screen.getByRole('link', { name: 'Next' })).toHaveAttribute('href', '/forms/7/2');
  expect(screen.queryByRole('button', { name: /Continue|Save/ })).toBeNull();
  expect(screen.getByText('Number 0').closest('fieldset')).toBeDisabled();
});

it('offers to load again what someone else has changed', async () => {
  const onReload = jest.fn();
  const { user } = open('/forms/7/0', { onReload }, () =>
    Promise.reject(new ApiError({ message: 'It has changed.', status: 409, code: 'conflict' })),
  );
  await user.click(button('Continue'));
  expect(screen.getByRole('alert')).toHaveTextContent('It has changed.');
  await user.click(button('Reload'));
  expect(onReload).toHaveBeenCalledTimes(1);
});
