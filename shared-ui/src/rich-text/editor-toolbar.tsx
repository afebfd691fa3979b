import { Flex, IconButton } from '@readerlens/ui';
import { useEditorState } from '@tiptap/react';
import type { Editor } from '@tiptap/react';
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link,
  List,
  ListOrdered,
  Redo2,
  TextQuote,
  Undo2,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { LinkField } from './link-field.tsx';

interface Tool {
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly isOn?: (editor: Editor) => boolean;
  readonly isOff?: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => void;
}

const tools: readonly Tool[] = [
  {
    label: 'Heading',
    Icon: Heading2,
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: 'Smaller heading',
    Icon: Heading3,
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    label: 'Bold',
    Icon: Bold,
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: 'Italic',
    Icon: Italic,
    isOn: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: 'Bulleted list',
    Icon: List,
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    Icon: ListOrdered,
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: 'Quote',
    Icon: TextQuote,
    isOn: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    label: 'Undo',
    Icon: Undo2,
    isOff: (editor) => !editor.can().undo(),
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    label: 'Redo',
    Icon: Redo2,
    isOff: (editor) => !editor.can().redo(),
    run: (editor) => editor.chain().focus().redo().run(),
  },
];

/** Arrow keys move between the buttons, as in every toolbar. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
  event.preventDefault();
};

const readToolbarState = ({ editor }: { editor: Editor }) => ({
  link: editor.isActive('link'),
  tools: tools.map(({ isOn, isOff }) => ({ on: isOn?.(editor), off: isOff?.(editor) ?? false })),
});

/** Formatting buttons of the editor. */
export const EditorToolbar = ({ editor }: { editor: Editor }) => {
  const [linking, setLinking] = useState(false);
  const state = useEditorState({ editor, selector: readToolbarState });
  return (
    <>
      <Flex
        role="toolbar"
        aria-label="Formatting"
        wrap="wrap"
        gap="0.5"
        p="1"
        borderBottomWidth="1px"
        background="sunken"
        onKeyDown={moveFocus}
        // Keeps focus and selection in the text while a button is pressed.
        onMouseDown={(event: MouseEvent) => event.preventDefault()}
      >
        {tools.map(({ label, Icon, run }, index) => (
          <IconButton
            key={label}
            size="sm"
            label={label}
            icon={<Icon size={16} aria-hidden="true" />}
            aria-pressed={state.tools[index]?.on}
            aria-disabled={state.tools[index]?.off}
            onClick={() => run(editor)}
          />
        ))}
        <IconButton
          size="sm"
          label="Link"
          icon={<Link size={16} aria-hidden="true" />}
          aria-pressed={state.link}
          aria-expanded={linking}
          onClick={() => setLinking(!linking)}
        />
      </Flex>
      {linking && <LinkField editor={editor} onDone={() => setLinking(false)} />}
    </>
  );
};
