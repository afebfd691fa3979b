import type { SlotContext } from '@readerlens/contract/registry';
import { useContext } from 'react';
import { LinkButton } from '../components/button.tsx';
import type { LinkButtonProps } from '../components/button.tsx';
import { AreaContext } from './area-context.tsx';

interface Props extends Omit<LinkButtonProps, 'to' | 'icon' | 'children'> {
  /** Id of the slot, as in the `slots` of the area's area.json. */
  slot: string;
  context: SlotContext;
}

/** The links that areas added to a slot. Nothing of these areas is loaded before a user follows one. */
export const SlotLinks = ({ slot, context, ...look }: Props) => {
  const { findLinks, offers } = useContext(AreaContext) ?? {};
  return findLinks?.(slot).map(({ id, label, icon, fill }) => {
    const to = fill(context);
    const [pathname = ''] = to?.split(/[?#]/) ?? [];
    if (to === undefined || !offers?.(pathname)) return null;
    return (
      <LinkButton key={id} to={to} icon={icon} {...look}>
        {label}
      </LinkButton>
    );
  });
};
