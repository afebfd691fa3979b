import { Box, styled } from '@readerlens/ui';
import { EditorContent, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { EditorToolbar } from './editor-toolbar.tsx';
import { cleanPasted } from './pasted-html.ts';

/** Formatting of mails, and nothing else: what is pasted keeps no more than this. */
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
      protocols: ['http', 'https', 'mailto'],
      isAllowedUri: (url, { defaultValidate }) => /^(https?:|mailto:)/i.test(url) && defaultValidate(url),
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
  /** HTML to begin with. */
  initial: string;
  /** Told of what is written, as HTML; '' for nothing. */
  onChange: (html: string) => void;
}

/** Text with headings, bold, italic, links, lists and quotes. */
export const RichTextEditor = ({ label, initial, onChange }: Props) => {
  const editor = useEditor({
    extensions,
    content: initial,
    // Its style sheet would be an element without the page's nonce.
    injectCSS: false,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      transformPastedHTML: cleanPasted,
    },
    onUpdate: ({ editor: current }) => onChange(current.isEmpty ? '' : current.getHTML()),
  });
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
