import '@testing-library/jest-dom';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { renderUi } from '../testing/render-ui.tsx';
import { Button } from './button.tsx';
import { confirm } from './confirm.tsx';
import { Dialog, Drawer } from './dialog.tsx';
import { Menu } from './menu.tsx';

type Closed = jest.Mock<void, [string]>;

/** A popup that a button opens, in the state of its own. */
const Opened = ({ name, closed, children }: OpenedProps) => {
  const [open, setOpen] = useState(false);
  const close = () => {
    closed(name);
    setOpen(false);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{`Open ${name}`}</Button>
      {children(open, close)}
    </>
  );
};
interface OpenedProps {
  name: string;
  closed: Closed;
  children: (open: boolean, close: () => void) => ReactNode;
}

/** Clicks without waiting for anything that the click starts. */
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }));

/** Where the browser sends a key: to what has the focus. */
const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });

const openAndWait = async (name: string) => {
  press(`Open ${name}`);
  const dialog = await screen.findByRole('dialog', { name });
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
  return dialog;
};

describe('Escape in the very moment of opening', () => {
  it.each([
    ['a dialog', Dialog],
    ['a drawer', Drawer],
  ])('closes %s', async (_kind, Popup) => {
    const closed: Closed = jest.fn();
    renderUi(
      <Opened name="Filters" closed={closed}>
        {(open, close) => (
          <Popup open={open} onClose={close} title="Filters">
            text
          </Popup>
        )}
      </Opened>,
    );
    press('Open Filters');
    pressEscape();
    expect(closed.mock.calls).toEqual([['Filters']]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    // Later ones too, each of them once.
    await openAndWait('Filters');
    pressEscape();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(closed).toHaveBeenCalledTimes(2);
  });

  it('closes the dialog that opens, not the one below it', async () => {
    const closed: Closed = jest.fn();
    renderUi(
      <Opened name="Below" closed={closed}>
        {(open, close) => (
          <Drawer open={open} onClose={close} title="Below">
            <Opened name="Above" closed={closed}>
              {(isOpen, closeAbove) => (
                <Dialog open={isOpen} onClose={closeAbove} title="Above">
                  text
                </Dialog>
              )}
            </Opened>
          </Drawer>
        )}
      </Opened>,
    );
    const below = await openAndWait('Below');
    press('Open Above');
    pressEscape();
    expect(closed.mock.calls).toEqual([['Above']]);
    await waitFor(() => expect(below).toContainElement(document.activeElement as HTMLElement));
    pressEscape();
    await waitFor(() => expect(closed.mock.calls).toEqual([['Above'], ['Below']]));
  });

  it('answers a question with no', async () => {
    renderUi(<p>page</p>);
    let answer: Promise<boolean> = Promise.resolve(true);
    act(() => {
      answer = confirm({ title: 'Delete?' });
    });
    pressEscape();
    await expect(answer).resolves.toBe(false);
  });

  it('closes a menu', async () => {
    const entries = [{ id: 'rename', label: 'Rename', onSelect: () => undefined }];
    renderUi(<Menu trigger={<Button>Chart</Button>} entries={entries} />);
    const button = screen.getByRole('button', { name: 'Chart' });
    act(() => button.focus());
    press('Chart');
    // Runs the microtasks of the click, as a browser does before the next key.
    await act(() => Promise.resolve());
    expect(button).toHaveAttribute('aria-expanded', 'true');
    pressEscape();
    await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'false'));
  });
});
