import { render } from '@testing-library/react';
import { Breakable } from './breakable.tsx';

const renderParts = (text: string) => {
  const { container } = render(<Breakable>{text}</Breakable>);
  expect(container.textContent).toBe(text);
  return container.innerHTML.split('<wbr>');
};

it.each([
  ['ada.byron@lab-1.example', ['ada', '.byron@', 'lab-', '1', '.example']],
  ['https://www.example/a_b?c=1', ['https://', 'www', '.example/', 'a_', 'b?', 'c=', '1']],
  ['plain', ['plain']],
  ['', ['']],
])('%s wraps at punctuation', (text, parts) => {
  expect(renderParts(text)).toEqual(parts);
});
