import { styled } from '@readerlens/ui';

/** Controls inside it cannot be used while it is disabled. */
export const ReadOnly = styled('fieldset', {
  base: { border: 0, m: 0, p: 0, minW: 0, display: 'grid', gap: '5' },
});
