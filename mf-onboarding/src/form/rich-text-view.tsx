import { isRichTextLink, richTextElements } from '@readerlens/contract/rich-text';
import { Box } from '@readerlens/ui';
import { createElement } from 'react';
import type { ReactNode } from 'react';

const shown: readonly string[] = richTextElements;

/** Elements of rich text as React nodes; of others, only what they contain. */
const renderNode = (node: ChildNode, index: number): ReactNode => {
  if (node instanceof Text) return node.textContent;
  if (!(node instanceof HTMLElement)) return null;
  const name = node.localName;
  const content = [...node.childNodes].map(renderNode);
  if (!shown.includes(name)) return content;
  if (name === 'br') return <br key={index} />;
  const href = node.getAttribute('href') ?? '';
  const link =
    name === 'a' && isRichTextLink(href) ? { href, target: '_blank', rel: 'noopener noreferrer' } : {};
  return createElement(name, { key: index, ...link }, ...content);
};

/** Shows formatted text that people wrote, without running anything in it. */
export const RichTextView = ({ html }: { html: string }) => (
  <Box
    overflowWrap="anywhere"
    css={{
      '& p, & ul, & ol, & blockquote': { mb: '2' },
      '& h2, & h3': { fontWeight: 'semibold', mb: '1.5' },
      '& ul': { listStyleType: 'disc', ps: '5' },
      '& ol': { listStyleType: 'decimal', ps: '5' },
      '& a': { color: 'accentText', textDecoration: 'underline' },
      '& blockquote': { borderStartWidth: '3px', borderColor: 'borderStrong', ps: '3', color: 'textMuted' },
    }}
  >
    {[...new DOMParser().parseFromString(html, 'text/html').body.childNodes].map(renderNode)}
  </Box>
);
