import type { SlotContext } from '@readerlens/contract/registry';
import { useContext } from 'react';
import { LinkButton } from '../components/button.tsx';
import type { LinkButtonProps } from '../components/button.tsx';
import { AreaContext } from './area-context.tsx';

interface Props extends Omit<LinkButtonProps, 'to' | 'icon' | 'children'> {
  /** Id of the slot, as in the `slots` of the area's area.json. */
  slot: string;
  context: SlotContext;
  /** What the context is about, where a screen has the slot several times. It becomes a part of the accessible names. */
  about?: string;
}

/** The links that areas added to a slot. Nothing of these areas is loaded before a user follows one. */
export const SlotLinks = ({ slot, context, about, ...look }: Props) => {
  const { findLinks, offers } = useContext(AreaContext) ?? {};
  return findLinks?.(slot).map(({ id, label, icon, fill }) => {
    const to = fill(context);
    const [pathname = ''] = to?.split(/[?#]/) ?? [];
    if (to === undefined || !offers?.(pathname)) return null;
    const name = about === undefined ? label : `${label}: ${about}`;
    const isIcon = look.shape === 'icon';
    return (
      <LinkButton key={id} to={to} icon={icon} aria-label={name} title={isIcon ? name : undefined} {...look}>
        {!isIcon && label}
      </LinkButton>
    );
  });
};
