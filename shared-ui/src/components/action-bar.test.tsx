import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import { renderUi } from '../testing/render-ui.tsx';
import { ActionBar } from './action-bar.tsx';
import { toasterId } from './toast.tsx';

const messagesAt = () => document.getElementById(toasterId)?.style.bottom;

let box: { top: number; bottom: number };
const moveTo = (top: number, bottom: number) => {
  box = { top, bottom };
  act(() => {
    window.dispatchEvent(new Event('scroll'));
  });
};

beforeEach(() => {
  box = { top: innerHeight - 57.2, bottom: innerHeight };
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => box as DOMRect);
});
afterEach(() => jest.restoreAllMocks());

it('moves messages above itself near the bottom of the window', () => {
  const { unmount } = renderUi(<ActionBar aria-label="Decisions" follows />);
  expect(screen.getByRole('region', { name: 'Decisions' })).toBeInTheDocument();
  expect(messagesAt()).toContain('74px');
  moveTo(innerHeight - 100, innerHeight - 42);
  expect(messagesAt()).toContain('116px');
  moveTo(innerHeight - 400, innerHeight - 342);
  expect(messagesAt()).toContain('16px');
  moveTo(innerHeight + 10, innerHeight + 68);
  expect(messagesAt()).toContain('16px');
  moveTo(innerHeight - 58, innerHeight);
  unmount();
  renderUi(<p>Another page</p>);
  expect(messagesAt()).toContain('16px');
});
