import '@testing-library/jest-dom';
import { sessionStore } from '@readerlens/auth';
import { UiProvider } from '@readerlens/ui';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SpecificsView } from './specifics-view.tsx';
import { cutNote } from './specifics.ts';
import type { SpecificsModel, SpecificsSource } from './specifics.ts';

const everything: SpecificsModel = {
  questions: [
    { question: 'Does it scale?', answer: 'To 2,000 litres.', answeredBy: 'Ola Berg' },
    { question: 'And then?', answer: null, answeredBy: null },
  ],
  polls: [{ question: 'Which method?', answers: ['Perfusion', 'Fed-batch'] }],
  surveys: [{ question: 'Would you recommend it?', answers: ['Yes'] }],
  registrationQuestions: [{ question: 'How many staff?', answer: '40' }],
};

const show = (source: Partial<SpecificsSource>) =>
  render(
    <UiProvider>
      <SpecificsView
        source={{
          activityType: 'Webinar',
          hasSpecifics: false,
          specifics: null,
          specificsModel: null,
          ...source,
        }}
      />
    </UiProvider>,
  );
const titles = () => screen.queryAllByRole('heading').map(({ textContent }) => textContent);

it('shows the free text, and each section with its questions and answers', () => {
  show({ specificsModel: everything, specifics: 'Call me.' });
  expect(titles()).toEqual([
    'Specifics',
    'Questions Asked by Reader',
    'Polls',
    'Surveys',
    'Registration Questions',
  ]);
  expect(screen.getByText('Call me.')).toBeVisible();
  const lines = (role: 'term' | 'definition') =>
    screen.getAllByRole(role).map(({ textContent }) => textContent);
  expect(lines('term').slice(0, 3)).toEqual(['[Q]Does it scale?', '[Q]And then?', '[Q]Which method?']);
  expect(lines('definition')).toEqual([
    '[A]To 2,000 litres. (Ola Berg)',
    '[A]Perfusion, Fed-batch',
    '[A]Yes',
    '[A]40',
  ]);
});

it('leaves out empty sections', () => {
  show({ activityType: 'CustomerRequest', specificsModel: { ...everything, questions: [], surveys: [] } });
  expect(titles()).toEqual(['Polls', 'Registration Questions']);
});

it('shows the free text without structured data', () => {
  show({
    specifics: 'Call me.',
    specificsModel: { questions: [], polls: [], surveys: [], registrationQuestions: [] },
  });
  expect(titles()).toEqual(['Specifics']);
  expect(screen.getByText('Call me.')).toBeVisible();
});

it('says when a customer request has no notes', () => {
  show({ activityType: 'CustomerRequest', specifics: ' ' });
  expect(
    screen.getByText('This customer did not enter any notes when they filled out the form'),
  ).toBeVisible();
});

it('shows nothing for an activity without specifics', () => {
  show({});
  expect(titles()).toEqual([]);
});

it('truncates a long note at a word, and shows the full text in a dialog', async () => {
  const note = 'word '.repeat(90).trim();
  show({ specifics: note });
  const shown = screen.getByText(/…$/).textContent ?? '';
  expect(screen.getByText(note)).not.toBeVisible();
  expect(shown).toBe(`${'word '.repeat(77)}word…`);
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  const dialog = await screen.findByRole('dialog', { name: 'Specifics: full text' });
  expect(within(dialog).getByText(note)).toBeVisible();
});

it.each([
  ['a'.repeat(390), 'a'.repeat(390)],
  ['a'.repeat(391), `${'a'.repeat(389)}…`],
  [`${'a'.repeat(389)} b`, `${'a'.repeat(389)}…`],
  [`${'a'.repeat(385)} bcdefg`, `${'a'.repeat(385)}…`],
])('truncates %s', (note, cut) => expect(cutNote(note)).toBe(cut));

describe('in Blinded Mode', () => {
  beforeEach(() => sessionStore.setState({ blinded: true }));
  afterEach(() => act(() => sessionStore.setState({ blinded: false })));

  it('says that specifics are hidden, not that there are none', () => {
    show({ activityType: 'CustomerRequest', hasSpecifics: true });
    expect(screen.getByText('Specifics are hidden in Blinded Mode')).toBeVisible();
    expect(screen.queryByText(/did not enter any notes/)).not.toBeInTheDocument();
  });

  it('shows nothing if there is nothing to hide', () => {
    show({ activityType: 'Webinar', hasSpecifics: false });
    expect(screen.queryByText(/Blinded/)).not.toBeInTheDocument();
  });
});
