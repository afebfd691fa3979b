import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import { useRef, useState } from 'react';
import { renderUi } from '../testing/render-ui.tsx';
import { Menu } from './menu.tsx';
import { MultiSelect } from './multi-select/multi-select.tsx';
import { SidePanel } from './side-panel.tsx';

const setWindow = (narrow: boolean) => {
  jest.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        media,
        matches: narrow && media.includes('1279.98'),
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList,
  );
};

const Page = ({ initiallyOpen = false }) => {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(initiallyOpen);
  const [byHand, setByHand] = useState(false);
  const show = () => {
    setByHand(true);
    setOpen(true);
  };
  return (
    <>
      <button ref={button} onClick={() => setOpen(false)} onMouseEnter={show}>
        Toggle
      </button>
      <button onClick={show}>Chip</button>
      <Menu trigger={<button>Export</button>} entries={[{ id: 'csv', label: 'CSV', onSelect: () => {} }]} />
      {open && (
        <SidePanel title="Filters" takesFocus={byHand} opener={button} onClose={() => setOpen(false)}>
          <MultiSelect label="Region" options={[{ id: '1', name: 'EMEA' }]} value={[]} onChange={() => {}} />
        </SidePanel>
      )}
    </>
  );
};

beforeEach(() => setWindow(false));
const panel = () => screen.queryByRole('complementary', { name: 'Filters' });
const chip = () => screen.getByRole('button', { name: 'Chip' });

describe('beside the page', () => {
  it('takes the focus, leaves the page usable, and returns the focus on Escape', async () => {
    const { user } = renderUi(<Page />);
    await user.click(chip());
    expect(panel()).toHaveFocus();
    expect(chip()).toBeVisible();
    await user.tab();
    await user.tab();
    await user.tab();
    expect(panel()).not.toContainElement(document.activeElement as HTMLElement);
    await user.keyboard('{Escape}');
    expect(panel()).toBeInTheDocument();
    await user.click(screen.getByRole('combobox', { name: 'Region' }));
    await user.keyboard('{Escape}');
    expect(panel()).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(panel()).not.toBeInTheDocument();
    expect(chip()).toHaveFocus();
  });

  it('leaves the focus alone when it opens by itself, and gives it to the button when closed', async () => {
    const { user } = renderUi(<Page initiallyOpen />);
    expect(document.body).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('button', { name: 'Toggle' })).toHaveFocus();
  });

  it('closes open menus when it opens and when it closes', async () => {
    const { user } = renderUi(<Page />);
    const toggle = screen.getByRole('button', { name: 'Toggle' });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    expect(await screen.findByRole('menu')).toBeVisible();
    await user.hover(toggle);
    expect(panel()).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  });
});

it('is modal where it does not fit beside the page', async () => {
  setWindow(true);
  const { user } = renderUi(<Page />);
  await user.click(chip());
  const dialog = await screen.findByRole('dialog', { name: 'Filters' });
  expect(within(dialog).getByRole('combobox', { name: 'Region' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Chip' })).not.toBeInTheDocument());
});
