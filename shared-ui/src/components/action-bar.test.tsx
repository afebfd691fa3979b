import '@testing-library/jest-dom';
import { screen } from '@testing-library/react';
import { renderUi } from '../testing/render-ui.tsx';
import { ActionBar } from './action-bar.tsx';
import { toasterId } from './toast.tsx';

const messagesAt = () => document.getElementById(toasterId)?.style.bottom;

beforeEach(() => {
  globalThis.ResizeObserver = class {
    readonly #tell: ResizeObserverCallback;
    constructor(tell: ResizeObserverCallback) {
      this.#tell = tell;
    }
    observe() {
      const borderBoxSize = [{ blockSize: 57.2, inlineSize: 300 }];
      this.#tell([{ borderBoxSize } as unknown as ResizeObserverEntry], this);
    }
    unobserve() {}
    disconnect() {}
  };
});

it('lifts messages above itself while it follows', () => {
  const { unmount } = renderUi(<ActionBar aria-label="Decisions" follows />);
  expect(screen.getByRole('region', { name: 'Decisions' })).toBeInTheDocument();
  expect(messagesAt()).toContain('74px');
  unmount();
  renderUi(<ActionBar aria-label="Decisions" />);
  expect(messagesAt()).toContain('16px');
});
