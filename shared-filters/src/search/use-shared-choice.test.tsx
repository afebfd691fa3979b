import { signInAs, testUser } from '@readerlens/auth/testing';
import { Button } from '@readerlens/ui';
import { closeAreas, renderArea } from '@readerlens/ui/testing';
import { act, screen } from '@testing-library/react';
import { useSharedChoice } from './use-shared-choice.ts';

type Choice = 'lastYear' | 'none' | 'previous';

/** A screen that shows the choice, and a button for each option. */
const screenWith = (...options: [Choice, ...Choice[]]) =>
  function Screen() {
    const [value, choose] = useSharedChoice<Choice>('compare', options);
    return (
      <>
        <output>{value}</output>
        {options.map((option) => (
          <Button key={option} onClick={() => choose(option)}>
            {option}
          </Button>
        ))}
      </>
    );
  };

const routes = [
  { path: '/one', Component: screenWith('none', 'previous') },
  { path: '/two', Component: screenWith('none', 'previous') },
  { path: '/years', Component: screenWith('none', 'previous', 'lastYear') },
];

beforeEach(() => signInAs(testUser({})));
afterEach(async () => {
  await closeAreas();
  sessionStorage.clear();
});

const openScreens = (start: string) => {
  const { router } = renderArea(routes, start);
  return {
    choose: (name: Choice) => act(() => screen.getByRole('button', { name }).click()),
    visit: (address: string) => act(() => router.navigate(address)),
    shown: () => [screen.getByRole('status').textContent, router.state.location.search],
  };
};

it('counts for all screens, and is in the address of each', async () => {
  const { choose, visit, shown } = openScreens('/one');
  expect(shown()).toEqual(['none', '']);
  choose('previous');
  await visit('/two');
  expect(shown()).toEqual(['previous', '?compare=previous']);
  choose('none');
  await visit('/one');
  expect(shown()).toEqual(['none', '']);
});

it('of a link counts for all screens', async () => {
  const { visit, shown } = openScreens('/one?compare=previous');
  await visit('/two');
  expect(shown()).toEqual(['previous', '?compare=previous']);
});

it('stays for others where a screen does not have it', async () => {
  const { choose, visit, shown } = openScreens('/years');
  choose('lastYear');
  await visit('/one');
  expect(shown()).toEqual(['none', '']);
  await visit('/years');
  expect(shown()).toEqual(['lastYear', '?compare=lastYear']);
});

it('stays for others where a link names one that the screen does not have', async () => {
  const { choose, visit, shown } = openScreens('/years');
  choose('lastYear');
  await visit('/one?compare=lastYear');
  expect(shown()[0]).toBe('none');
  await visit('/years');
  expect(shown()).toEqual(['lastYear', '?compare=lastYear']);
});
