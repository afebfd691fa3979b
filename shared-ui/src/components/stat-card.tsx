import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Card } from './surfaces.tsx';
import { useCounter } from './use-counter.ts';

interface Props {
  label: string;
  /** Undefined while loading. */
  value: number | undefined;
  format?: (value: number) => string;
  /** Below the number: change against the previous period, a link. */
  note?: ReactNode;
  icon?: ReactNode;
  /** After the label: how the number is counted. */
  aside?: ReactNode;
  /** Link to the list behind the value; '#id' moves the focus to a list of the page. */
  href?: string | undefined;
}

const plain = (value: number) => Math.round(value).toLocaleString('en-US');

const figureLink = {
  base: {
    borderRadius: 'sm',
    textDecorationThickness: '2px',
    textUnderlineOffset: '5px',
    _hover: { color: 'accentText', textDecoration: 'underline' },
  },
} as const;
const FigureLink = chakra(Link, figureLink, { forwardProps: ['to'] });
const AnchorLink = chakra('a', figureLink);

const Linked = ({
  href,
  label,
  children,
}: {
  href: string | undefined;
  label: string;
  children: ReactNode;
}) => {
  if (href === undefined) return children;
  if (!href.startsWith('#'))
    return (
      <FigureLink to={href} aria-label={label}>
        {children}
      </FigureLink>
    );
  return (
    <AnchorLink
      href={href}
      aria-label={label}
      onClick={(event) => {
        // The router would treat the hash as a navigation.
        event.preventDefault();
        document.querySelector<HTMLElement>(href)?.focus();
      }}
    >
      {children}
    </AnchorLink>
  );
};

/**
 * For the label of a tile, so that the figures of a row stand in one line: on a phone most labels have two lines beside one
 * that has one.
 */
export const figureLabelRoom = { base: '42px', md: '0' } as const;

/** A number with its name. It counts up within 1000 ms unless the user prefers reduced motion. */
export const StatCard = ({ label, value, format = plain, note, icon, aside, href }: Props) => {
  const shown = useCounter(value ?? 0);
  return (
    <Card as="div" aria-busy={value === undefined} display="flex" flexDirection="column" height="100%">
      <chakra.div
        display="flex"
        alignItems="center"
        gap="2"
        minH={figureLabelRoom}
        color="textMuted"
        css={{ '& > svg': { flexShrink: 0 } }}
      >
        {icon}
        <chakra.span textStyle="small" fontWeight="medium">
          {label}
        </chakra.span>
        {aside && <chakra.span ms="auto">{aside}</chakra.span>}
      </chakra.div>
      {value === undefined ? (
        <chakra.div
          height="35px"
          width="96px"
          mt="2"
          borderRadius="md"
          background="hover"
          animation="pulse 1.6s infinite"
        />
      ) : (
        <chakra.div textStyle="figure" mt="2">
          <Linked href={href} label={`${label}: ${format(value)}`}>
            {/* Assistive technology reads the final value instead of the moving digits. */}
            <span aria-hidden="true">{format(shown)}</span>
            <chakra.span srOnly>{format(value)}</chakra.span>
          </Linked>
        </chakra.div>
      )}
      {note && (
        <chakra.div mt="1" textStyle="small" color="textMuted">
          {note}
        </chakra.div>
      )}
    </Card>
  );
};
