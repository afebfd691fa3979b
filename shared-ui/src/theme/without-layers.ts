const layer = '@layer recipes{';

/** The class of an element: emotion makes one for each combination of styles. */
const elementClass = /\.rl-[\w-]+/g;

/**
 * A rule of an element with the same precedence as Chakra's, but without its layer for recipes. A style sheet with a layer
 * makes Chromium load its fonts anew, and lay out the whole page, whenever a rule is added, which each new kind of element
 * does. Styles of an element win over all recipes, as they did outside of the layer; recipes keep their order.
 */
export const withoutLayer = (rule: string): string =>
  rule.startsWith(layer)
    ? `@media all{${rule.slice(layer.length)}`.replaceAll(elementClass, ':where($&)')
    : rule.replaceAll(elementClass, '$&:not(#rl)');
