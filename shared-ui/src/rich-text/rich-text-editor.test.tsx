import '@testing-library/jest-dom';
import { richTextElements } from '@readerlens/contract/rich-text';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { renderUi } from '../testing/render-ui.tsx';
import { RichTextEditor } from './rich-text-editor.tsx';

// jsdom has no layout, but the editor requests the position of its selection.
beforeAll(() => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

const everyElement =
  '<h2>a</h2><h3>b</h3><p>c<br>d <strong>e</strong> <em>f</em> <a href="https://x.example">g</a></p>' +
  '<ul><li><p>h</p></li></ul><ol><li><p>i</p></li></ol><blockquote><p>j</p></blockquote>';

const open = (initial = '') => {
  const onChange = jest.fn();
  const view = renderUi(<RichTextEditor label="Message" initial={initial} onChange={onChange} />);
  return { ...view, onChange, box: screen.getByRole('textbox', { name: 'Message' }) };
};

it('keeps every element of rich text', () => {
  const { box } = open(everyElement);
  for (const name of richTextElements) expect(box.querySelector(name)).not.toBeNull();
  expect(box).toHaveAttribute('aria-multiline', 'true');
});

it('keeps only the text of unsupported elements', () => {
  const { box } = open('<h1>a</h1><pre>b</pre><u>c</u><a href="javascript:alert(1)">d</a>');
  expect(box).toHaveTextContent('a b c d'.replaceAll(' ', ''));
  expect(box.querySelector('h1, pre, u, a')).toBeNull();
});

it('has a toolbar with arrow key navigation, pressed and disabled buttons', async () => {
  const { user } = open('<h2>Title</h2>');
  const toolbar = within(screen.getByRole('toolbar', { name: 'Formatting' }));
  expect(toolbar.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true');
  expect(toolbar.getByRole('button', { name: 'Heading' })).toHaveAttribute('aria-pressed', 'true');
  await user.tab();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(toolbar.getByRole('button', { name: 'Bold' })).toHaveFocus();
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  expect(toolbar.getByRole('button', { name: 'Link' })).toHaveFocus();
});

it('formats a paragraph, and reports the HTML', async () => {
  const { onChange } = open('<p>text</p>');
  fireEvent.click(screen.getByRole('button', { name: 'Quote' }));
  // The editor adds an empty paragraph, so that the user can continue below the quote.
  await waitFor(() =>
    expect(onChange).toHaveBeenLastCalledWith('<blockquote><p>text</p></blockquote><p></p>'),
  );
});

it('inserts a link, and rejects an invalid address', async () => {
  const { user, onChange } = open();
  await user.click(screen.getByRole('button', { name: 'Link' }));
  const field = screen.getByLabelText('Link address');
  expect(field).toHaveFocus();
  await user.type(field, 'two words{Enter}');
  expect(field).toHaveAccessibleDescription('Enter a web or email address');
  await user.clear(field);
  await user.type(field, 'example.com{Enter}');
  await waitFor(() =>
    expect(onChange).toHaveBeenLastCalledWith('<p><a href="https://example.com">example.com</a></p>'),
  );
  expect(screen.queryByLabelText('Link address')).not.toBeInTheDocument();
});

const Replaced = ({ onChange }: { onChange: () => void }) => {
  const [replacement, setReplacement] = useState<{ value: string }>();
  return (
    <>
      <RichTextEditor label="Message" initial="<p>old</p>" {...{ replacement, onChange }} />
      <button onClick={() => setReplacement({ value: '<h2>new</h2>' })}>Replace</button>
    </>
  );
};

it('shows what replaces its content, without reporting it as typed', async () => {
  const onChange = jest.fn();
  const { user } = renderUi(<Replaced onChange={onChange} />);
  await user.click(screen.getByRole('button', { name: 'Replace' }));
  expect(await screen.findByRole('heading', { name: 'new' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Message' })).not.toHaveTextContent('old');
  expect(onChange).not.toHaveBeenCalled();
});
