import { isRichTextLink, richTextSchemes } from '@readerlens/contract/rich-text';
import { Box, styled } from '@readerlens/ui';
import { EditorContent, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect } from 'react';
import { EditorToolbar } from './editor-toolbar.tsx';
import { cleanPasted } from './pasted-html.ts';

/** Exactly the elements of `richTextElements`; pasted content keeps no others. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      protocols: [...richTextSchemes],
      isAllowedUri: (url, { defaultValidate }) => isRichTextLink(url) && defaultValidate(url),
      HTMLAttributes: { rel: null, target: null, class: null },
    },
  }),
];

const Page = styled('div', {
  base: {
    minH: '150px',
    maxH: '320px',
    overflowY: 'auto',
    px: '3',
    py: '2.5',
    '& .ProseMirror': {
      outline: 'none',
      minH: '130px',
      whiteSpace: 'break-spaces',
      overflowWrap: 'anywhere',
    },
    '& p': { mb: '2' },
    '& h2': { textStyle: 'title', mt: '3', mb: '2' },
    '& h3': { fontWeight: 'semibold', mt: '3', mb: '1.5' },
    '& ul': { listStyleType: 'disc', ps: '5', mb: '2' },
    '& ol': { listStyleType: 'decimal', ps: '5', mb: '2' },
    '& li p': { mb: '0.5' },
    '& blockquote': {
      borderStartWidth: '3px',
      borderColor: 'borderStrong',
      ps: '3',
      color: 'textMuted',
      mb: '2',
    },
    '& a': { color: 'accentText', textDecoration: 'underline' },
    '& strong': { fontWeight: 'semibold' },
    '& em': { fontStyle: 'italic' },
  },
});

interface Props {
  label: string;
  /** Initial HTML. */
  initial: string;
  /** HTML that replaces what the editor shows; a new object for each replacement. */
  replacement?: { readonly value: string } | undefined;
  /** Called with the current HTML; '' when empty. */
  onChange: (html: string) => void;
}

/** An editor for text with headings, bold, italic, links, lists and quotes. */
export const RichTextEditor = ({ label, initial, replacement, onChange }: Props) => {
  const editor = useEditor({
    extensions,
    content: initial,
    // Its style element would lack the nonce of the content security policy.
    injectCSS: false,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      transformPastedHTML: cleanPasted,
    },
    onUpdate: ({ editor: current }) => onChange(current.isEmpty ? '' : current.getHTML()),
  });
  useEffect(() => {
    if (replacement) editor?.commands.setContent(replacement.value, { emitUpdate: false });
  }, [editor, replacement]);
  return (
    <Box
      borderWidth="1px"
      borderColor="control"
      borderRadius="md"
      background="surface"
      overflow="hidden"
      _focusWithin={{ borderColor: 'focus', boxShadow: '0 0 0 1px var(--rl-colors-focus)' }}
    >
      <EditorToolbar editor={editor} />
      <Page>
        <EditorContent editor={editor} />
      </Page>
    </Box>
  );
};
