/** The sources cannot be bundled; webpack has printed the errors. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}
