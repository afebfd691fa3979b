import '@testing-library/jest-dom';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderUi } from '../testing/render-ui.tsx';
import { confirm } from './confirm.tsx';
import { clearToasts, toast } from './toast.tsx';

afterEach(() => act(clearToasts));

describe('toast', () => {
  it('interrupts screen readers for errors only', () => {
    renderUi(<p>page</p>);
    act(() => {
      toast.error('Error saving default filters.');
      toast.success('Default Columns Saved');
      toast.warning('Nearly full');
    });
    expect(screen.getByRole('alert')).toHaveTextContent('Error saving default filters.');
    expect(screen.getAllByRole('status').map((node) => node.textContent)).toEqual([
      'Default Columns Saved',
      'Nearly full',
    ]);
  });

  it('disappears after 3000 ms or the given duration, or when removed', async () => {
    jest.useFakeTimers();
    try {
      renderUi(<p>page</p>);
      act(() => {
        toast.success('short');
        toast.success('long', { durationMs: 5000, closable: false });
      });
      act(() => jest.advanceTimersByTime(2900));
      expect(screen.getByText('short')).toBeInTheDocument();
      act(() => jest.advanceTimersByTime(200));
      expect(screen.queryByText('short')).not.toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'Close message' })).not.toBeInTheDocument();
      act(() => jest.advanceTimersByTime(2000));
      expect(screen.queryByText('long')).not.toBeInTheDocument();
    } finally {
      jest.useRealTimers();
    }
  });

  it('can be closed, and replaces an equal message', async () => {
    const { user } = renderUi(<p>page</p>);
    act(() => {
      toast.warning('twice');
      toast.warning('twice');
    });
    expect(screen.getAllByText('twice')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Close message' }));
    expect(screen.queryByText('twice')).not.toBeInTheDocument();
  });
});

describe('a message with an action', () => {
  it('runs it once, and disappears', async () => {
    const undo = jest.fn();
    const { user } = renderUi(<p>page</p>);
    act(() => void toast.success('3 approved', { action: { label: 'Undo', onSelect: undo } }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('3 approved')).not.toBeInTheDocument();
  });

  it('can be removed by the code that showed it', () => {
    renderUi(<p>page</p>);
    let takeBack = () => {};
    act(() => {
      takeBack = toast.success('3 approved');
      toast.success('other');
    });
    act(takeBack);
    expect(screen.getAllByRole('status').map((node) => node.textContent)).toEqual(['other']);
  });

  it('stays while it is hovered or focused', () => {
    jest.useFakeTimers();
    try {
      renderUi(<p>page</p>);
      act(() => void toast.success('waiting', { action: { label: 'Undo', onSelect: () => {} } }));
      const message = screen.getByRole('status');
      const button = screen.getByRole('button', { name: 'Undo' });
      act(() => button.focus());
      fireEvent.pointerEnter(message);
      act(() => button.blur());
      act(() => jest.advanceTimersByTime(10_000));
      expect(message).toBeInTheDocument();
      fireEvent.pointerLeave(message);
      act(() => jest.advanceTimersByTime(3100));
      expect(message).not.toBeInTheDocument();
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('confirm', () => {
  const ask = (options: Parameters<typeof confirm>[0]) => {
    let answer: Promise<boolean> = Promise.resolve(false);
    act(() => {
      answer = confirm(options);
    });
    return answer;
  };

  it('can be called anywhere, and resolves with the answer', async () => {
    const { user } = renderUi(<p>page</p>);
    const answer = ask({
      title: 'Delete the search?',
      message: 'It cannot be brought back.',
      confirmLabel: 'Delete',
    });
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete the search?' });
    expect(dialog).toHaveAccessibleDescription('It cannot be brought back.');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await expect(answer).resolves.toBe(true);
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  it('treats Escape as no, and shows one question at a time', async () => {
    const { user } = renderUi(<p>page</p>);
    const first = ask({ title: 'First?', danger: true });
    const second = ask({ title: 'Second?' });
    await screen.findByRole('alertdialog', { name: 'First?' });
    expect(screen.queryByText('Second?')).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    await expect(first).resolves.toBe(false);
    await screen.findByRole('alertdialog', { name: 'Second?' });
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    await expect(second).resolves.toBe(true);
  });
});
