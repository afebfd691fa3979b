import type { SignInRefusal } from '@readerlens/contract';

interface Detail {
  /** What exactly is wrong, for operators: without secrets. */
  readonly reason: string;
  readonly email?: string | undefined;
  readonly accountId?: number;
}

/** A sign-in that must not start a session. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  readonly refusal: SignInRefusal;
  readonly detail: Detail;

  constructor(refusal: SignInRefusal, detail: Detail) {
    super(detail.reason);
    this.refusal = refusal;
    this.detail = detail;
  }
}
