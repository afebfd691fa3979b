/**
 * How an operator runs a command of the product, by its name. In a package, `tooling/src/package/instead/command-text.ts` stands in
 * place of this file.
 */
export const formatProductCommand = (name: string): string => `pnpm run ${name}`;
