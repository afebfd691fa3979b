import { Span, TextAnchor } from '@readerlens/ui';
import { ExternalLink } from 'lucide-react';
import { webAddress } from './web-address.ts';

/** A document's title, linked to the document in a new tab if its URL is known. */
export const DocumentLink = ({ title, address }: { title: string | null; address: string | null }) => {
  const href = webAddress(address);
  const text = title ?? href;
  if (href === undefined) return text ?? null;
  return (
    <TextAnchor href={href} target="_blank" rel="noopener noreferrer">
      {text}
      {/* A word joiner keeps the icon from wrapping to a line of its own. */}
      <Span whiteSpace="nowrap" color="textSubtle" css={{ '& svg': { display: 'inline', ms: '1' } }}>
        <span aria-hidden="true">{'\u2060'}</span>
        <ExternalLink size={12} role="img" aria-label="opens in a new tab" />
      </Span>
    </TextAnchor>
  );
};
