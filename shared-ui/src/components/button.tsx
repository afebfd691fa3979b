import { chakra } from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { buttonRecipe } from './button-recipe.ts';
import { Spinner } from './spinner.tsx';
import { useBegunClick } from './use-begun-click.ts';

const Base = chakra('button', buttonRecipe);
const BaseLink = chakra(Link, buttonRecipe, { forwardProps: ['to', 'replace', 'state'] });
const BaseAnchor = chakra('a', buttonRecipe);

export interface ButtonProps extends ComponentProps<typeof Base> {
  /** Before the text. */
  icon?: ReactNode;
  /** Busy: not clickable, announced, and the icon turns into a spinner. */
  loading?: boolean;
}

/** A button; `variant`: primary, secondary (default), ghost, danger, link; `size`: sm, md, lg. */
export const Button = ({
  icon,
  loading = false,
  children,
  disabled,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) => (
  <Base
    type={type}
    disabled={disabled === true || loading}
    aria-busy={loading || undefined}
    onClick={useBegunClick(onClick)}
    {...rest}
  >
    {loading ? <Spinner size={14} label="" /> : icon}
    {children}
  </Base>
);

export interface IconButtonProps extends Omit<ComponentProps<typeof Base>, 'aria-label' | 'children'> {
  /** Accessible name and native tooltip. */
  label: string;
  icon: ReactNode;
}

/** A square button with only an icon. */
export const IconButton = ({ label, icon, variant = 'ghost', onClick, ...rest }: IconButtonProps) => (
  <Base
    type="button"
    shape="icon"
    variant={variant}
    aria-label={label}
    title={label}
    onClick={useBegunClick(onClick)}
    {...rest}
  >
    {icon}
  </Base>
);

export type LinkButtonProps = Omit<ComponentProps<typeof BaseLink>, 'to'> & { to: string; icon?: ReactNode };

/** A link of the application that looks like a button. */
export const LinkButton = ({ icon, children, ...rest }: LinkButtonProps) => (
  <BaseLink {...rest}>
    {icon}
    {children}
  </BaseLink>
);

/** Leads out of a page that has nothing to show. */
export const HomeLink = (props: Partial<Pick<LinkButtonProps, 'variant'>>) => (
  <LinkButton to="/" {...props}>
    Go to Performance Overview
  </LinkButton>
);

/** A link to another site or a file that looks like a button. */
export const AnchorButton = ({
  icon,
  children,
  ...rest
}: ComponentProps<typeof BaseAnchor> & { icon?: ReactNode }) => (
  <BaseAnchor {...rest}>
    {icon}
    {children}
  </BaseAnchor>
);

const textLink = {
  base: {
    color: 'accentText',
    textDecorationLine: 'underline',
    textDecorationColor: 'color-mix(in srgb, currentColor 35%, transparent)',
    textUnderlineOffset: '3px',
    borderRadius: 'sm',
    _hover: { textDecorationColor: 'currentColor' },
  },
} as const;

/** A link of the application in running text. */
export const TextLink = chakra(Link, textLink, { forwardProps: ['to', 'replace', 'state'] });
export type TextLinkProps = ComponentProps<typeof TextLink>;
/** A link to another site in running text. */
export const TextAnchor = chakra('a', textLink);
