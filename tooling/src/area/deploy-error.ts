import { ExplainedError } from '@readerlens/api/explained-error';

export type DeployProblem =
  | 'no-such-area'
  | 'not-built'
  | 'damaged-build'
  | 'unknown-version'
  | 'nothing-to-roll-back'
  | 'would-break'
  | 'shell-unreachable'
  | 'upload-differs'
  | 'no-secret'
  | 'link-refused'
  | 'refused'
  | 'usage';

/** Why a deploy, rollback or preview failed; the message is shown to the user. */
export class DeployError extends ExplainedError {
  override readonly name = 'DeployError';
  readonly code: DeployProblem;

  constructor(code: DeployProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
