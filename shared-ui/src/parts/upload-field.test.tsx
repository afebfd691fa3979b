import '@testing-library/jest-dom';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderUi } from '../testing/render-ui.tsx';
import { UploadField } from './upload-field.tsx';
import type { UploadFieldProps } from './upload-field.tsx';

interface Sent {
  file: File;
  resolve: (result: string) => void;
  reject: (error: Error) => void;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

const show = (change: Partial<UploadFieldProps<string>> = {}) => {
  const sent: Sent[] = [];
  const onUploaded = jest.fn();
  const view = renderUi(
    <UploadField
      label="Logo"
      upload={(file, context) =>
        new Promise((resolve, reject) => sent.push({ file, ...context, resolve, reject }))
      }
      onUploaded={onUploaded}
      {...change}
    />,
  );
  const input = view.container.querySelector<HTMLInputElement>('input[type=file]')!;
  const choose = (...files: File[]) => fireEvent.change(input, { target: { files } });
  const drop = (...files: File[]) =>
    fireEvent.drop(screen.getByRole('button', { name: /Choose/ }).parentElement!, {
      dataTransfer: { files },
    });
  return { ...view, input, choose, drop, sent, onUploaded };
};

const file = (name: string, size = 2048, type = 'image/png') => {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};

it('uploads a file when it is selected, shows its progress, and returns the result', async () => {
  const { choose, sent, onUploaded } = show();
  choose(file('logo.png'));
  expect(screen.getByText('2 KB')).toBeVisible();
  act(() => sent[0]!.onProgress(0.4));
  const bar = screen.getByRole('progressbar', { name: 'Uploading logo.png' });
  expect(bar).toHaveAttribute('aria-valuenow', '40');
  await act(async () => sent[0]!.resolve('logo-1'));
  expect(onUploaded).toHaveBeenCalledWith('logo-1', sent[0]!.file);
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('logo.png uploaded');
});

it('opens the file dialog by keyboard', async () => {
  const { user, input } = show({ accept: ['image/*', '.pdf'] });
  const open = jest.spyOn(input, 'click');
  await user.tab();
  expect(screen.getByRole('button', { name: 'Choose file' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(open).toHaveBeenCalledTimes(1);
  expect(input).toHaveAttribute('accept', 'image/*,.pdf');
  expect(screen.getByRole('group', { name: 'Logo' })).toBeVisible();
});

it.each([
  [file('notes.txt', 10, 'text/plain'), 'notes.txt is not of an accepted file type.'],
  [file('huge.png', 501 * 1024 ** 2), 'huge.png is larger than 500 MB.'],
  [file('empty.png', 0), 'empty.png is empty.'],
])('refuses a file next to the field: %#', (refused, text) => {
  const { choose, sent } = show({ accept: ['image/*'], maxBytes: 500 * 1024 ** 2 });
  choose(refused);
  expect(screen.getByRole('group', { name: 'Logo' })).toHaveAccessibleDescription(text);
  expect(sent).toEqual([]);
  choose(file('logo.png'));
  expect(screen.queryByText(text)).not.toBeInTheDocument();
  expect(sent).toHaveLength(1);
});

it('accepts several dropped files if allowed, and uploads two at a time', async () => {
  const { drop, sent, onUploaded } = show({ multiple: true, accept: ['.PNG'] });
  drop(file('a.png'), file('b.png'), file('c.png'), file('d.txt', 5, 'text/plain'));
  expect(screen.getByText('d.txt is not of an accepted file type.')).toBeVisible();
  expect(sent.map((one) => one.file.name)).toEqual(['a.png', 'b.png']);
  expect(within(screen.getByRole('list', { name: 'Uploads' })).getByText('2 KB, waiting')).toBeVisible();
  await act(async () => sent[1]!.resolve('b'));
  expect(sent.map((one) => one.file.name)).toEqual(['a.png', 'b.png', 'c.png']);
  expect(onUploaded).toHaveBeenCalledTimes(1);
});

it('accepts only one file unless several are allowed', () => {
  const { drop, sent } = show();
  drop(file('a.png'), file('b.png'));
  expect(sent.map((one) => one.file.name)).toEqual(['a.png']);
  expect(screen.getByText('Choose one file at a time.')).toBeVisible();
});

it('can be canceled, and the focus stays in the field', async () => {
  const { user, choose, sent, onUploaded } = show();
  choose(file('logo.png'));
  await user.click(screen.getByRole('button', { name: 'Cancel logo.png' }));
  expect(sent[0]!.signal.aborted).toBe(true);
  expect(screen.queryByText('logo.png')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Choose file' })).toHaveFocus();
  await act(async () => sent[0]!.resolve('late'));
  expect(onUploaded).not.toHaveBeenCalled();
});

it('shows why an upload failed, and retries it', async () => {
  const { user, choose, sent, onUploaded } = show();
  choose(file('logo.png'));
  await act(async () => sent[0]!.reject(new Error('The connection was lost.')));
  expect(screen.getByRole('alert')).toHaveTextContent('The connection was lost.');
  await user.click(screen.getByRole('button', { name: 'Retry logo.png' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await act(async () => sent[1]!.resolve('logo-1'));
  expect(onUploaded).toHaveBeenCalledWith('logo-1', sent[1]!.file);
});

it('pauses an upload and goes on, if its upload can', async () => {
  const cancel = jest.fn(() => Promise.reject(new Error('The server does not answer.')));
  const { user, choose, sent } = show({ cancel });
  choose(file('paper.pdf'));
  act(() => sent[0]!.onProgress(0.4));
  await user.click(screen.getByRole('button', { name: 'Pause paper.pdf' }));
  expect(sent[0]!.signal.aborted).toBe(true);
  await act(async () => sent[0]!.reject(new Error('Aborted.')));
  expect(screen.getByText('2 KB, paused')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
  const resume = screen.getByRole('button', { name: 'Resume paper.pdf' });
  expect(resume).toHaveFocus();
  expect(cancel).not.toHaveBeenCalled();
  await user.click(resume);
  expect(sent).toHaveLength(2);
  expect(sent[1]!.signal.aborted).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Cancel paper.pdf' }));
  expect(cancel).toHaveBeenCalledWith(sent[0]!.file);
  expect(screen.queryByText('paper.pdf')).not.toBeInTheDocument();
});

it('cannot pause an upload that would begin again', () => {
  const { choose } = show();
  choose(file('logo.png'));
  expect(screen.queryByRole('button', { name: /Pause/ })).not.toBeInTheDocument();
});

it('names a file that is dropped because it is too large', () => {
  const { drop, sent } = show({ multiple: true, maxBytes: 500 * 1024 ** 2 });
  drop(file('huge.png', 501 * 1024 ** 2), file('logo.png'));
  expect(screen.getByText('huge.png was not uploaded, because it is larger than 500 MB.')).toBeVisible();
  expect(sent.map((one) => one.file.name)).toEqual(['logo.png']);
});

it('aborts its uploads when it is unmounted', async () => {
  const { choose, sent, unmount } = show();
  choose(file('logo.png'));
  unmount();
  await waitFor(() => expect(sent[0]!.signal.aborted).toBe(true));
});
