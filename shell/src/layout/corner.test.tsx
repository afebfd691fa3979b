import '@testing-library/jest-dom';
import { UiProvider } from '@readerlens/ui';
import { render } from '@testing-library/react';
import { Corner } from './corner.tsx';

it('reserves its height on the page and releases it on unmount', () => {
  let report: (height: number) => void = () => {};
  class FakeResizeObserver implements ResizeObserver {
    constructor(onResize: ResizeObserverCallback) {
      report = (height) => onResize([{ contentRect: { height } } as ResizeObserverEntry], this);
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  jest.spyOn(window, 'ResizeObserver').mockImplementation((onResize) => new FakeResizeObserver(onResize));
  const { style } = document.documentElement;
  const { unmount } = render(
    <UiProvider>
      <Corner>Something</Corner>
    </UiProvider>,
  );
  report(44.2);
  expect(style.getPropertyValue('--corner-room')).toBe('77px');
  expect(style.scrollPaddingBottom).toContain('--corner-room');
  report(0);
  expect(style.getPropertyValue('--corner-room')).toBe('0px');
  unmount();
  expect(style.getPropertyValue('--corner-room')).toBe('');
  expect(style.scrollPaddingBottom).toBe('');
});
