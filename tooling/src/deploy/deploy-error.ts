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
  | 'usage';

/** Why a deploy, a roll-back or a preview did not come about; the message is for people. */
export class DeployError extends Error {
  override readonly name = 'DeployError';
  readonly code: DeployProblem;

  constructor(code: DeployProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
