/** What the process that builds asks a process that bundles. */
export interface BundleRequest {
  /** Folder of the package. */
  readonly dir: string;
}

/** The answer, and what a watching process tells after each build. */
export interface Bundled {
  /** Whether there is a bundle without errors; those are printed. */
  readonly built: boolean;
}
