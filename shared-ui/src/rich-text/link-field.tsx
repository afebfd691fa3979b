import { isRichTextLink } from '@readerlens/contract/rich-text';
import { Button, Flex, TextField } from '@readerlens/ui';
import type { Editor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';

/** Completes a typed address: without a scheme it is a web or an email address. Undefined when it is neither. */
export const completeAddress = (typed: string): string | undefined => {
  const text = typed.trim();
  if (/\s/.test(text) || text === '') return undefined;
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text)
    ? text
    : `${text.includes('@') ? 'mailto:' : 'https://'}${text}`;
  return isRichTextLink(address) && URL.canParse(address) ? address : undefined;
};

/** Turns the selection into a link; without a selection, inserts the address as a link. */
const setLink = (editor: Editor, href: string, typed: string) => {
  const chain = editor.chain().focus().extendMarkRange('link');
  if (editor.state.selection.empty && !editor.isActive('link'))
    chain
      .insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] })
      .run();
  else chain.setLink({ href }).run();
};

interface Props {
  editor: Editor;
  onDone: () => void;
}

/** Sets or removes the link of the selected text. */
export const LinkField = ({ editor, onDone }: Props) => {
  const current = editor.getAttributes('link')['href'] as string | undefined;
  const [typed, setTyped] = useState(current ?? '');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const apply = () => {
    const href = completeAddress(typed);
    if (href === undefined) return setError('Enter a web or email address');
    setLink(editor, href, typed);
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') apply();
    else if (event.key === 'Escape') onDone();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Flex align="flex-end" gap="2" wrap="wrap" p="2" borderBottomWidth="1px" background="sunken">
      <Flex flex="1 1 220px" direction="column">
        <TextField
          label="Link address"
          value={typed}
          error={error}
          ref={field}
          placeholder="https://"
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setError(undefined);
          }}
          onKeyDown={onKeyDown}
        />
      </Flex>
      <Button onClick={apply}>Set link</Button>
      {current !== undefined && (
        <Button
          variant="ghost"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run();
            onDone();
          }}
        >
          Remove link
        </Button>
      )}
    </Flex>
  );
};
