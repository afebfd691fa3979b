import { defineRecipe } from '@chakra-ui/react';

/** The look of text inputs, selects and comboboxes. */
export const controlRecipe = defineRecipe({
  base: {
    width: '100%',
    minH: '34px',
    px: '2.5',
    borderWidth: '1px',
    borderColor: 'control',
    borderRadius: 'md',
    background: 'surface',
    color: 'text',
    transition: 'border-color 120ms, box-shadow 120ms',
    _hover: { borderColor: 'textMuted' },
    _focusVisible: { outline: 'none', borderColor: 'focus', boxShadow: '0 0 0 1px var(--rl-colors-focus)' },
    '&:focus-within': { borderColor: 'focus', boxShadow: '0 0 0 1px var(--rl-colors-focus)' },
    _invalid: { borderColor: 'negative' },
    _disabled: { background: 'sunken', color: 'textSubtle', cursor: 'not-allowed' },
  },
  variants: { size: { sm: { minH: '28px', textStyle: 'small' }, md: {}, lg: { minH: '42px', px: '3' } } },
});
