import { ExplainedError } from '@readerlens/api/explained-error';

/** The sources cannot be bundled; webpack has printed the errors. */
export class BuildError extends ExplainedError {
  override readonly name = 'BuildError';
}
