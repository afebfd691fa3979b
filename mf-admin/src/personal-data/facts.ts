import { styled } from '@readerlens/ui';

/** Labels beside their values; above them on a phone. */
export const Facts = styled('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'max-content minmax(0, 1fr)' },
    columnGap: '4',
    rowGap: { base: '0', sm: '1' },
    m: 0,
    textStyle: 'small',
    '& dt': { color: 'textMuted' },
    '& dd': { m: 0, mb: { base: '1.5', sm: 0 }, overflowWrap: 'anywhere' },
  },
});
