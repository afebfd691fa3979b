import { Span, TextAnchor, TextLink, useOffers } from '@readerlens/ui';
import { ExternalLink } from 'lucide-react';
import { webAddress } from '../../activity/web-address.ts';

/** A link to a page of the product if that page is deployed, otherwise just the text. */
export const OfferedLink = ({ to, children }: { to: string | null; children: string }) => {
  const offers = useOffers();
  const [pathname = ''] = (to ?? '').split('?');
  return to !== null && offers(pathname) ? <TextLink to={to}>{children}</TextLink> : <Span>{children}</Span>;
};

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
