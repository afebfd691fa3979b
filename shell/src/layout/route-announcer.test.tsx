import '@testing-library/jest-dom';
import { act, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { closePalette, openPalette } from '../palette/palette-store.ts';
import { RouteFocus } from './route-announcer.tsx';

const Page = () => {
  const navigate = useNavigate();
  return (
    <>
      <RouteFocus />
      <button onClick={() => void navigate('/two')}>Go</button>
      <main tabIndex={-1} />
    </>
  );
};

it('leaves the focus to a command palette that was opened while the page was loading', () => {
  render(
    <MemoryRouter initialEntries={['/three']}>
      <Page />
    </MemoryRouter>,
  );
  openPalette();
  const button = screen.getByRole('button');
  button.focus();
  act(() => button.click());
  expect(button).toHaveFocus();
  closePalette();
});

it('focuses the new page until its heading is visible', async () => {
  render(
    <MemoryRouter initialEntries={['/one']}>
      <Page />
    </MemoryRouter>,
  );
  act(() => screen.getByRole('button').click());
  const main = screen.getByRole('main');
  expect(main).toHaveFocus();
  const heading = document.createElement('h1');
  const hidden = Object.assign(document.createElement('div'), { hidden: true });
  hidden.append(heading);
  main.append(hidden);
  await act(async () => {});
  expect(main).toHaveFocus();
  hidden.hidden = false;
  await waitFor(() => expect(heading).toHaveFocus());
});
