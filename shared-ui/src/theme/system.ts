import { createSystem, defaultBaseConfig } from '@chakra-ui/react';
import { globalCss, keyframes } from './global-css.ts';
import { dialogRecipe, drawerRecipe, menuRecipe, tabsRecipe, tooltipRecipe } from './recipes.ts';
import { semanticTokens, textStyles, tokens } from './tokens.ts';

const engine = createSystem(defaultBaseConfig, {
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

const recipes = new WeakMap<object, ReturnType<typeof engine.cva>>();
/** Every element asks for the recipe of its component at each render. Chakra makes a new one each time, with empty caches. */
const findRecipe = ((recipe: object) => {
  const known = recipes.get(recipe);
  if (known) return known;
  const made = engine.cva(recipe);
  recipes.set(recipe, made);
  return made;
}) as typeof engine.cva;

const properties = new Map<string, boolean>();
/** Every element asks for each of its props. Chakra's own memory sorts all of its entries at each question. */
const isValidProperty = (name: string): boolean => {
  const known = properties.get(name);
  if (known !== undefined) return known;
  const isValid = engine.isValidProperty(name);
  properties.set(name, isValid);
  return isValid;
};

/** Chakra's styling engine with our own tokens and recipes; none of its default theme is bundled. */
export const system: typeof engine = { ...engine, cva: findRecipe, isValidProperty };

const { _config: config } = system;

/** The same system for an area: the shell has already added the global CSS and the order of the layers. */
export const areaSystem: typeof system = {
  ...system,
  _global: [],
  _config: { ...config, disableLayers: true },
};
