import { styled } from '@readerlens/ui';

/** Content of a cell whose long words do not widen the column. The elements in it do not inherit this. */
export const AnyBreak = styled('div', {
  base: { overflowWrap: 'anywhere', '& *': { overflowWrap: 'anywhere' } },
});
