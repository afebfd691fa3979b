import { cssColor, palette } from '@readerlens/ui';
import type { ColorName } from '@readerlens/ui';

const findVariable = (name: ColorName): string => cssColor(name).replace(/^var\((.*)\)$/, '$1');

/** Paper is white even when the screen is dark. */
const onPaper = {
  ...Object.fromEntries(
    (Object.keys(palette.light) as ColorName[]).map((name) => [findVariable(name), palette.light[name]]),
  ),
  '--global-color-border': palette.light.border,
};

/** Prints only the sheet, starting at the top of the paper. */
export const printStyle = {
  '@media print': {
    'body:has(&) *': { visibility: 'hidden' },
    '&, & *': { visibility: 'visible !important' },
    '&': {
      ...onPaper,
      colorScheme: 'light',
      position: 'absolute',
      insetBlockStart: 0,
      insetInlineStart: 0,
      width: '100%',
      margin: 0,
      padding: '28px 36px',
      border: 0,
      borderRadius: 0,
      boxShadow: 'none',
      color: palette.light.text,
    },
    '& dl[data-field-list]': { gridTemplateColumns: '162px minmax(0, 1fr)' },
    '& button': { display: 'none' },
  },
} as const;
