import { styled } from '@readerlens/ui';

/** Controls inside it cannot be used while it is disabled. */
export const ReadOnly = styled('fieldset', {
  base: {
    border: 0,
    m: 0,
    p: 0,
    minW: 0,
    display: 'grid',
    gap: '5',
    // A combobox is inside its frame, which no pseudo class of disabled controls selects.
    '&:disabled :has(> [role=combobox]:not(select))': { background: 'sunken', cursor: 'not-allowed' },
    '&:disabled [role=combobox]': { cursor: 'not-allowed' },
  },
});
