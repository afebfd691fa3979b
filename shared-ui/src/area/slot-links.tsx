import type { SlotContext } from '@readerlens/contract/registry';
import { LockKeyhole } from 'lucide-react';
import { useContext } from 'react';
import { Button, LinkButton } from '../components/button.tsx';
import type { LinkButtonProps } from '../components/button.tsx';
import { Span } from '../components/layout.ts';
import { NoteButton } from '../components/note-button.tsx';
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

/** For users who lack the claim of a link, a button that says so. A list of icons has none: it would have one in each row. */
const Refused = ({ slot, shape, size }: Pick<Props, 'slot' | 'shape' | 'size'>) =>
  useContext(AreaContext)
    ?.findRefusedLinks?.(slot)
    .map(({ id, label, reason }) => (
      <NoteButton
        key={id}
        renderTrigger={(properties) => (
          <Button
            {...{ shape, size }}
            flexShrink="0"
            color="textMuted"
            icon={<LockKeyhole size={15} aria-hidden="true" />}
            data-slot={slot}
            {...properties}
          >
            {label}
          </Button>
        )}
      >
        {reason}
      </NoteButton>
    ));

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
      {!isIcon && about === undefined && <Refused slot={slot} shape={look.shape} size={look.size} />}
    </>
  );
};
