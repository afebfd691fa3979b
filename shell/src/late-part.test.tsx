import '@testing-library/jest-dom';
import { render, screen, waitFor } from '@testing-library/react';
import { LatePart } from './late-part.tsx';

const Part = () => <p>Here</p>;

it('is fetched when needed, and shown while needed', async () => {
  const load = jest.fn(() => Promise.resolve(Part));
  const { rerender } = render(<LatePart needed={false} load={load} />);
  expect(load).not.toHaveBeenCalled();
  rerender(<LatePart needed load={load} />);
  expect(await screen.findByText('Here')).toBeInTheDocument();
  rerender(<LatePart needed={false} load={load} />);
  expect(screen.queryByText('Here')).not.toBeInTheDocument();
});

it('does not break the page when its chunk fails to load, and is requested again', async () => {
  const load = jest.fn(() => Promise.resolve(Part)).mockRejectedValueOnce(new Error('ChunkLoadError'));
  const onLoadError = jest.fn();
  const page = (needed: boolean) => (
    <main>
      The page
      <LatePart needed={needed} load={load} onLoadError={onLoadError} />
    </main>
  );
  const { rerender } = render(page(true));
  await waitFor(() => expect(onLoadError).toHaveBeenCalledTimes(1));
  expect(screen.getByText('The page')).toBeInTheDocument();
  rerender(page(false));
  rerender(page(true));
  expect(await screen.findByText('Here')).toBeInTheDocument();
});
