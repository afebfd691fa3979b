import '@testing-library/jest-dom';
import { render, screen, waitFor } from '@testing-library/react';
import { LatePart } from './late-part.tsx';

const Part = () => <p>Here</p>;

it('is fetched when it is wanted, and shown as long as it is', async () => {
  const load = jest.fn(() => Promise.resolve(Part));
  const { rerender } = render(<LatePart wanted={false} load={load} />);
  expect(load).not.toHaveBeenCalled();
  rerender(<LatePart wanted load={load} />);
  expect(await screen.findByText('Here')).toBeInTheDocument();
  rerender(<LatePart wanted={false} load={load} />);
  expect(screen.queryByText('Here')).not.toBeInTheDocument();
});

it('costs nothing but itself when its chunk is lost, and is asked for again', async () => {
  const load = jest.fn(() => Promise.resolve(Part)).mockRejectedValueOnce(new Error('ChunkLoadError'));
  const onLost = jest.fn();
  const page = (wanted: boolean) => (
    <main>
      The page
      <LatePart wanted={wanted} load={load} onLost={onLost} />
    </main>
  );
  const { rerender } = render(page(true));
  await waitFor(() => expect(onLost).toHaveBeenCalledTimes(1));
  expect(screen.getByText('The page')).toBeInTheDocument();
  rerender(page(false));
  rerender(page(true));
  expect(await screen.findByText('Here')).toBeInTheDocument();
});
