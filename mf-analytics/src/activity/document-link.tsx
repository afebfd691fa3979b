import { Span, TextAnchor } from '@readerlens/ui';
import { ExternalLink } from 'lucide-react';
import { webAddress } from './web-address.ts';

/** What a document is called, linked to the document in a new tab if its URL is known. */
export const DocumentLink = ({ title, address }: { title: string; address: string | null }) => {
  const href = webAddress(address);
  if (href === undefined) return title;
  return (
    <TextAnchor href={href} target="_blank" rel="noopener noreferrer">
      {title}
      {/* A word joiner keeps the icon from wrapping to a line of its own. */}
      <Span whiteSpace="nowrap" color="textSubtle" css={{ '& svg': { display: 'inline', ms: '1' } }}>
        <span aria-hidden="true">{'\u2060'}</span>
        <ExternalLink size={12} role="img" aria-label="opens in a new tab" />
      </Span>
    </TextAnchor>
  );
};
