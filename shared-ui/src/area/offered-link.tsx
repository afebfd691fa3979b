import type { ReactNode } from 'react';
import { TextLink } from '../components/button.tsx';
import type { TextLinkProps } from '../components/button.tsx';
import { useOffers } from './area-context.tsx';

interface Props extends Omit<TextLinkProps, 'to'> {
  /** A path, with or without a query; null if there is no page. */
  to: string | null;
  /** Shown instead of the link if its page is not deployed; the link's content by default. */
  otherwise?: ReactNode;
}

/** A link to a page of the product, if that page is deployed. */
export const OfferedLink = ({ to, otherwise, children, ...rest }: Props) => {
  const offers = useOffers();
  const [pathname = ''] = (to ?? '').split('?');
  if (to === null || !offers(pathname)) return otherwise === undefined ? <span>{children}</span> : otherwise;
  return (
    <TextLink to={to} {...rest}>
      {children}
    </TextLink>
  );
};
