import { createSystem, defaultBaseConfig } from '@chakra-ui/react';
import { globalCss, keyframes } from './global-css.ts';
import { dialogRecipe, drawerRecipe, menuRecipe, tabsRecipe, tooltipRecipe } from './recipes.ts';
import { semanticTokens, textStyles, tokens } from './tokens.ts';

/** Chakra's styling engine with our own tokens and recipes; none of its default theme is bundled. */
export const system = createSystem(defaultBaseConfig, {
  cssVarsPrefix: 'rl',
  cssVarsRoot: ':root',
  preflight: true,
  globalCss,
  theme: {
    breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1360px' },
    keyframes,
    tokens,
    semanticTokens,
    textStyles,
    slotRecipes: {
      dialog: dialogRecipe,
      drawer: drawerRecipe,
      menu: menuRecipe,
      tabs: tabsRecipe,
      tooltip: tooltipRecipe,
    },
  },
});

const { _config: config } = system;

/** The same system for an area: the shell has already added the global CSS and the order of the layers. */
export const areaSystem: typeof system = {
  ...system,
  _global: [],
  _config: { ...config, disableLayers: true },
};
