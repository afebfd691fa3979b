import { chakra } from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';
import { Heading } from './layout.ts';

const CardRoot = chakra('section', {
  base: { background: 'surface', borderWidth: '1px', borderRadius: 'lg', minW: 0 },
  variants: { padded: { true: { p: { base: '4', md: '5' } } } },
});

export interface CardProps extends Omit<ComponentProps<typeof CardRoot>, 'title'> {
  title?: ReactNode;
  /** Below the title, in muted text. */
  subtitle?: ReactNode;
  /** At the end of the title line: toggles, menus. */
  actions?: ReactNode;
  /** The level of the title's heading. */
  level?: 'h2' | 'h3' | 'h4';
}

/** A framed section of a page. `padded` (default true) adds inner space. */
export const Card = ({
  title,
  subtitle,
  actions,
  level = 'h2',
  padded = true,
  children,
  ...rest
}: CardProps) => (
  <CardRoot padded={padded} {...rest}>
    {(title || actions) && (
      <chakra.header display="flex" alignItems="flex-start" flexWrap="wrap" gap="2" mb="4">
        <chakra.div flex="1" minW="160px">
          {title && <Heading as={level}>{title}</Heading>}
          {subtitle && (
            <chakra.div textStyle="small" color="textMuted">
              {subtitle}
            </chakra.div>
          )}
        </chakra.div>
        {actions}
      </chakra.header>
    )}
    {children}
  </CardRoot>
);

interface PageHeaderProps {
  title: ReactNode;
  /** Above the title: breadcrumb or kind of page. */
  overline?: ReactNode;
  /** Below the title: content and range of the page. */
  description?: ReactNode;
  actions?: ReactNode;
  /** Below the title and the actions: the applied filters. */
  filters?: ReactNode;
}

/** The header of a screen. Its h1 takes the focus when the route changes. */
export const PageHeader = ({ title, overline, description, actions, filters }: PageHeaderProps) => (
  <chakra.header display="flex" flexWrap="wrap" alignItems="flex-end" gap="3" mb="5">
    {/* On a phone the title has the full width, and the actions wrap below it. */}
    <chakra.div flex="1" minW={{ base: '100%', sm: '220px', xl: '300px' }}>
      {overline && (
        <chakra.div textStyle="overline" color="textSubtle" mb="1">
          {overline}
        </chakra.div>
      )}
      <Heading as="h1" textStyle="page" tabIndex={-1}>
        {title}
      </Heading>
      {description && (
        <chakra.div mt="1" color="textMuted">
          {description}
        </chakra.div>
      )}
    </chakra.div>
    {actions && (
      <chakra.div display="flex" flexWrap="wrap" gap="2" alignItems="center">
        {actions}
      </chakra.div>
    )}
    {filters && <chakra.div flex="1 1 100%">{filters}</chakra.div>}
  </chakra.header>
);

const BadgeRoot = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minH: '20px',
    px: '1.5',
    borderRadius: 'sm',
    textStyle: 'caption',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
  },
  variants: {
    tone: {
      neutral: { background: 'hover', color: 'textMuted' },
      accent: { background: 'accentSubtle', color: 'accentText' },
      positive: { background: 'positiveSubtle', color: 'positive' },
      negative: { background: 'negativeSubtle', color: 'negative' },
      warning: { background: 'warningSubtle', color: 'warning' },
      info: { background: 'infoSubtle', color: 'info' },
      highlight: { background: 'highlight', color: 'onHighlight' },
    },
  },
  defaultVariants: { tone: 'neutral' },
});

/** A short label; `tone`: neutral, accent, positive, negative, warning, info, highlight. */
export const Badge = BadgeRoot;

const bannerRecipe = {
  base: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '2.5',
    px: '4',
    py: '2',
    fontWeight: 'medium',
    textStyle: 'small',
  },
  variants: {
    tone: {
      highlight: { background: 'highlight', color: 'onHighlight' },
      info: { background: 'infoSubtle', color: 'info' },
      warning: { background: 'warningSubtle', color: 'warning' },
      negative: { background: 'negativeSubtle', color: 'negative' },
      positive: { background: 'positiveSubtle', color: 'positive' },
      inverted: { background: 'text', color: 'bg' },
    },
    shape: { bar: {}, box: { borderRadius: 'md', px: '3' } },
  },
  defaultVariants: { tone: 'info', shape: 'bar' },
} as const;
const BannerRoot = chakra('div', bannerRecipe);

export interface BannerProps extends ComponentProps<typeof BannerRoot> {
  icon?: ReactNode;
  actions?: ReactNode;
}

/** A permanent message: across the page (`shape` bar) or within it (box). */
export const Banner = ({ icon, actions, children, ...rest }: BannerProps) => (
  <BannerRoot {...rest}>
    {/* Actions wrap below the text instead of squeezing it. The icon stays beside the text in the narrowest column. */}
    <chakra.div display="flex" alignItems="center" gap="2.5" flex="1 1 200px" minW="0">
      {icon && (
        <chakra.span display="inline-flex" flexShrink="0">
          {icon}
        </chakra.span>
      )}
      <chakra.div flex="1" minW="0">
        {children}
      </chakra.div>
    </chakra.div>
    {actions}
  </BannerRoot>
);
