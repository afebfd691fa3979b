import { defineRecipe } from '@chakra-ui/react';

/** Shared by buttons and by links that look like buttons. */
export const buttonRecipe = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    borderRadius: 'md',
    borderWidth: '1px',
    borderColor: 'transparent',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    userSelect: 'none',
    cursor: 'pointer',
    textDecoration: 'none',
    transition: 'background-color 120ms, border-color 120ms, color 120ms',
    _disabled: { cursor: 'not-allowed', opacity: 0.5 },
    '& svg': { flexShrink: 0 },
  },
  variants: {
    variant: {
      primary: {
        background: 'accent',
        color: 'onAccent',
        boxShadow: 'xs',
        _hover: { background: 'accentHover' },
      },
      secondary: {
        background: 'surface',
        borderColor: 'borderStrong',
        boxShadow: 'xs',
        color: 'text',
        _hover: { background: 'hover' },
        _expanded: { background: 'hover' },
      },
      ghost: { color: 'text', _hover: { background: 'hover' } },
      danger: { background: 'negative', color: 'onNegative', _hover: { background: 'negativeHover' } },
      link: {
        color: 'accentText',
        px: '0',
        textUnderlineOffset: '3px',
        _hover: { textDecoration: 'underline' },
      },
    },
    size: {
      sm: { minH: '26px', px: '2.5', textStyle: 'small', gap: '1.5' },
      md: { minH: '34px', px: '3.5' },
      lg: { minH: '42px', px: '5' },
    },
    shape: {
      text: {},
      icon: { px: '0' },
      // The icon above its name, for tools on a phone.
      stacked: {
        flexDirection: 'column',
        gap: '0.5',
        minH: '44px',
        px: '2',
        textStyle: 'caption',
        lineHeight: '1.1',
      },
    },
    wide: { true: { width: '100%' } },
  },
  compoundVariants: [
    { variant: 'link', css: { px: '0' } },
    { shape: 'icon', size: 'sm', css: { width: '26px', px: '0' } },
    { shape: 'icon', size: 'md', css: { width: '34px', px: '0' } },
    { shape: 'icon', size: 'lg', css: { width: '42px', px: '0' } },
  ],
  defaultVariants: { variant: 'secondary', size: 'md', shape: 'text' },
});
