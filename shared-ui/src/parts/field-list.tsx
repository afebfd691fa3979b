import { styled } from '@readerlens/ui';
import type { ComponentProps, ReactNode } from 'react';

const Root = styled('dl', {
  base: { m: 0, display: 'grid', columnGap: '4', '& dd': { m: 0, overflowWrap: 'anywhere' } },
  variants: {
    layout: {
      responsive: {
        gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: '162px minmax(0, 1fr)' },
        rowGap: { base: '0.5', sm: '2.5' },
        '& dt': { textStyle: 'overline', color: 'textSubtle', pt: { sm: '3px' } },
        '& dd': { mb: { base: '2.5', sm: 0 } },
      },
      inline: {
        gridTemplateColumns: 'fit-content(50%) minmax(0, 1fr)',
        columnGap: '3',
        rowGap: '1',
        textStyle: 'small',
        '& dt': { color: 'textMuted', overflowWrap: 'anywhere' },
      },
    },
  },
  defaultVariants: { layout: 'responsive' },
});

/**
 * Labels and their values, read-only. `layout`: responsive (default; a value goes below its label on a narrow page) or
 * inline (short labels, always beside their values). Print styles find it by `data-field-list`.
 */
export const FieldList = (props: ComponentProps<typeof Root>) => <Root data-field-list="" {...props} />;

export interface FieldItemProps {
  label: string;
  /** Shown instead of an empty value; without it, a field with no value is left out. */
  emptyText?: string;
  children?: ReactNode;
}

const isEmpty = (value: ReactNode) =>
  value === null || value === undefined || value === false || value === '';

/** One field of a `FieldList`. */
export const FieldItem = ({ label, emptyText, children }: FieldItemProps) => {
  const value = isEmpty(children) ? emptyText : children;
  return isEmpty(value) ? null : (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
};
