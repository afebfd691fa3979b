// The package has types, but does not export them.
declare module 'cephes' {
  /** Resolves once the functions can be called. */
  export const compiled: Promise<void>;
  /** The x up to which the beta distribution with parameters a and b has the probability p. */
  export const incbi: (a: number, b: number, p: number) => number;
}
