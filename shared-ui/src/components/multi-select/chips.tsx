import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { MultiSelectOption } from './use-options.ts';

const Chip = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    maxW: '100%',
    minH: '24px',
    ps: '2',
    borderRadius: 'sm',
    background: 'accentSubtle',
    color: 'accentText',
    textStyle: 'small',
    fontWeight: 'medium',
  },
});
const Remove = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '24px',
    height: '24px',
    borderRadius: 'sm',
    cursor: 'pointer',
    _hover: { background: 'hover' },
  },
});

interface Props {
  items: readonly MultiSelectOption[];
  onRemove: (id: string) => void;
  disabled: boolean;
  /** Names are blurred and hidden from assistive technology. */
  blurred: boolean;
}

const More = chakra('button', {
  base: {
    minH: '24px',
    px: '2',
    borderRadius: 'sm',
    color: 'accentText',
    textStyle: 'small',
    fontWeight: 'medium',
    cursor: 'pointer',
    _hover: { background: 'hover' },
  },
});

const firstChips = 12;
const furtherChips = 100;

/** The chosen options, with remove buttons unless the field is disabled. A long list is collapsed to its first entries. */
export const Chips = ({ items, ...rest }: Props) => {
  const [shown, setShown] = useState(firstChips);
  const left = items.length - shown;
  return (
    <>
      <ShownChips items={left > 0 ? items.slice(0, shown) : items} {...rest} />
      {left > 0 && (
        <More type="button" onClick={() => setShown(shown + furtherChips)}>
          +{left.toLocaleString('en-US')} more
        </More>
      )}
    </>
  );
};

const ShownChips = ({ items, onRemove, disabled, blurred }: Props) =>
  items.map((item) => (
    <Chip key={item.id} pe={disabled ? '2' : undefined}>
      <chakra.span truncate aria-hidden={blurred || undefined} filter={blurred ? 'blur(5px)' : undefined}>
        {item.name}
      </chakra.span>
      {!disabled && (
        <Remove type="button" aria-label={`Remove ${item.name}`} onClick={() => onRemove(item.id)}>
          <X size={13} aria-hidden="true" />
        </Remove>
      )}
    </Chip>
  ));
