import { defineSlotRecipe } from '@chakra-ui/react';

export const tabsRecipe = defineSlotRecipe({
  slots: ['root', 'list', 'trigger', 'content', 'contentGroup', 'indicator'],
  base: {
    list: { display: 'flex', gap: '5', borderBottomWidth: '1px', overflowX: 'auto' },
    trigger: {
      position: 'relative',
      py: '2.5',
      minH: '36px',
      color: 'textMuted',
      fontWeight: 'medium',
      whiteSpace: 'nowrap',
      cursor: 'pointer',
      _hover: { color: 'text' },
      _selected: { color: 'text', boxShadow: 'inset 0 -2px 0 var(--rl-colors-accent)' },
      _disabled: { color: 'textSubtle', cursor: 'not-allowed' },
      _focusVisible: { outlineOffset: '-2px' },
    },
    content: { pt: '5', outlineOffset: '4px' },
  },
});
