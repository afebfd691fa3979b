import type { SlotContext } from '@readerlens/contract/registry';
import { useContext } from 'react';
import { LinkButton } from '../components/button.tsx';
import type { LinkButtonProps } from '../components/button.tsx';
import { Span } from '../components/layout.ts';
import { AreaContext } from './area-context.tsx';

interface Props extends Omit<LinkButtonProps, 'to' | 'icon' | 'children'> {
  /** Id of the slot, as in the `slots` of the area's area.json. */
  slot: string;
  context: SlotContext;
  /** What the context is about, where a screen has the slot several times. It becomes a part of the accessible names. */
  about?: string;
  /** What the links leave out of what the screen shows. It stands before them if there are any. */
  note?: string | undefined;
}

/** The links that areas added to a slot. Nothing of these areas is loaded before a user follows one. */
export const SlotLinks = ({ slot, context, about, note, ...look }: Props) => {
  const { findLinks, offers } = useContext(AreaContext) ?? {};
  const isIcon = look.shape === 'icon';
  const links = (findLinks?.(slot) ?? []).flatMap(({ id, label, icon, fill }) => {
    const to = fill(context);
    const [pathname = ''] = to?.split(/[?#]/) ?? [];
    if (to === undefined || !offers?.(pathname)) return [];
    const name = about === undefined ? label : `${label}: ${about}`;
    return (
      <LinkButton
        key={id}
        to={to}
        icon={icon}
        aria-label={name}
        title={isIcon ? name : undefined}
        data-slot={slot}
        {...look}
      >
        {!isIcon && label}
      </LinkButton>
    );
  });
  return (
    <>
      {note !== undefined && links.length > 0 && (
        <Span textStyle="small" color="textMuted">
          {note}
        </Span>
      )}
      {links}
    </>
  );
};
