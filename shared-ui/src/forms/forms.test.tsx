import '@testing-library/jest-dom';
import { ApiError } from '@readerlens/auth';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { object } from 'yup';
import { Button, TextField } from '../components/index.ts';
import { closeAreas, renderArea } from '../testing/index.ts';
import { Form, requiredText, useForm, useTextField } from './index.ts';
import type { FormOptions } from './index.ts';

interface Person {
  readonly name: string;
  readonly email: string;
}
type Options = FormOptions<Person, Person>;

const schema = object({ name: requiredText('Name') });
const ada: Person = { name: 'Ada', email: 'ada@lab.example' };
const invalid = (...details: { path: string; message: string }[]) =>
  new ApiError({ message: 'Refused.', status: 400, code: 'invalid_input', details });

const Field = ({ field, label }: { field: string; label: string }) => (
  <TextField label={label} {...useTextField(field)} />
);

const bea: Person = { name: 'Bea', email: 'bea@lab.example' };

const Screen = (options: Omit<Options, 'initial'>) => {
  const [initial, setInitial] = useState(ada);
  const form = useForm({ schema, ...options, initial });
  return (
    <Form form={form} aria-label="Person">
      <Field field="name" label="Name" />
      <Field field="email" label="Email" />
      <Button type="submit" loading={form.saving}>
        Save
      </Button>
      <Button type="submit" value="close">
        Save and close
      </Button>
      <Button onClick={() => form.reset()}>Reset</Button>
      <Button onClick={() => setInitial(bea)}>Change elsewhere</Button>
    </Form>
  );
};

const open = (options: Omit<Options, 'initial'>) =>
  renderArea([{ path: '/', Component: () => <Screen {...options} /> }], '/');
afterEach(closeAreas);

const name = () => screen.getByRole('textbox', { name: 'Name' });
const email = () => screen.getByRole('textbox', { name: 'Email' });
const button = (text: string) => screen.getByRole('button', { name: text });

/** A save that the test ends. */
const startSave = () => {
  const calls: [Person, string | undefined][] = [];
  const ends: { resolve: (person: Person) => void; reject: (error: unknown) => void }[] = [];
  const save: Options['save'] = (person, intent) => {
    calls.push([person, intent]);
    return new Promise((resolve, reject) => ends.push({ resolve, reject }));
  };
  return {
    save,
    calls,
    resolve: (person: Person) => act(async () => ends.at(-1)?.resolve(person)),
    reject: (error: unknown) => act(async () => ends.at(-1)?.reject(error)),
  };
};

it('saves nothing while a value is invalid, and moves to the first problem', async () => {
  const { save, calls } = startSave();
  const { user } = open({ save });
  await user.clear(name());
  expect(name()).toBeValid();
  await user.click(button('Save'));
  expect(name()).toHaveAccessibleDescription('Name Is Required');
  expect(name()).toHaveFocus();
  expect(calls).toEqual([]);
});

it('saves once at a time, and says which button was used', async () => {
  const { save, calls, resolve } = startSave();
  const { user } = open({ save });
  await user.dblClick(button('Save and close'));
  expect(calls).toEqual([[ada, 'close']]);
  await resolve(ada);
  await user.click(button('Save'));
  expect(calls).toEqual([
    [ada, 'close'],
    [ada, undefined],
  ]);
});

it('creates something once', async () => {
  const { save, calls, reject, resolve } = startSave();
  const { user } = open({ save, once: true });
  await user.click(button('Save'));
  await reject(new Error('Lost.'));
  await user.click(button('Save'));
  await resolve(ada);
  await user.click(button('Save'));
  expect(calls).toHaveLength(2);
});

it('keeps what is typed while it saves, and shows what was stored of the rest', async () => {
  const { save, resolve } = startSave();
  const { user, leaveQuestion } = open({ save, readSaved: (person) => person });
  await user.type(name(), ' ');
  await user.click(button('Save'));
  await user.type(email(), 'x');
  await resolve(ada);
  expect(name()).toHaveValue('Ada');
  expect(email()).toHaveValue('ada@lab.examplex');
  expect(leaveQuestion()).toBe('Leave without saving your changes?');
});

it('keeps what was typed when the stored values change', async () => {
  const { save } = startSave();
  const { user, leaveQuestion } = open({ save });
  await user.type(name(), 'h');
  await user.click(button('Change elsewhere'));
  expect(name()).toHaveValue('Adah');
  expect(email()).toHaveValue('bea@lab.example');
  await user.click(button('Reset'));
  expect(name()).toHaveValue('Bea');
  expect(leaveQuestion()).toBeUndefined();
});

it('has nothing to lose when it tells that it has saved', async () => {
  const { save, resolve } = startSave();
  const questions: unknown[] = [];
  const view = open({ save, onSaved: () => questions.push(view.leaveQuestion()) });
  await view.user.type(name(), 'h');
  await view.user.click(button('Save'));
  expect(view.leaveQuestion()).toBeDefined();
  await resolve({ ...ada, name: 'Adah' });
  await waitFor(() => expect(questions).toEqual([undefined]));
});

it('stays as it is if nothing was saved', async () => {
  const { user, leaveQuestion } = open({ save: () => Promise.resolve(undefined) });
  await user.type(name(), 'h');
  await user.click(button('Save'));
  expect(name()).toHaveValue('Adah');
  expect(leaveQuestion()).toBeDefined();
});

describe('a refusal', () => {
  const refuse = async (error: unknown, options: Partial<Options> = {}) => {
    const { save, reject } = startSave();
    const view = open({ ...options, save });
    await view.user.click(button('Save'));
    await reject(error);
    return view;
  };

  it.each(['email', '/email', '/user/email', 'email.0.part'])(
    'of %s is at its field until that changes',
    async (path) => {
      const { user } = await refuse(invalid({ path, message: 'It is taken.' }));
      expect(email()).toHaveAccessibleDescription('It is taken.');
      expect(email()).toHaveFocus();
      expect(screen.queryByRole('alert')).toBeNull();
      await user.type(email(), 'x');
      expect(email()).toBeValid();
    },
  );

  it('of something without a field is above the form, and nothing is lost', async () => {
    await refuse(
      invalid(
        { path: 'email', message: 'It is taken.' },
        { path: '/filters/0/name', message: 'The filter is unknown.' },
      ),
    );
    expect(name()).toBeValid();
    expect(email()).toHaveAccessibleDescription('It is taken.');
    expect(screen.getByRole('alert')).toHaveTextContent('Refused.The filter is unknown.');
  });

  it('as a whole gets the focus', async () => {
    await refuse(new Error('Out of order'));
    expect(screen.getByRole('alert')).toHaveTextContent('Out of order');
    expect(screen.getByRole('alert')).toHaveFocus();
  });

  it('as a whole is at the field that the form is about', async () => {
    await refuse(new Error('Out of order'), { mainField: 'name', explain: () => 'Later.' });
    expect(name()).toHaveAccessibleDescription('Later.');
  });
});
