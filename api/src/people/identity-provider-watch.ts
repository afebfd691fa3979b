import { identityProviderCheckDeadlineMs, identityProviderCheckSeconds } from '../deadlines.ts';
import {
  formatConnectionFailure,
  formatNoResponse,
  formatStatusFailure,
} from '../platform/connection-reasons.ts';
import { secondsAfter } from '../platform/time.ts';

/** Why nobody can sign in with the identity provider. */
export interface IdentityProviderProblem {
  readonly since: Date;
  readonly issuer: string;
  /** As a sentence. */
  readonly reason: string;
}

/** Asks for the document with which every sign-in begins. Returns why that fails, as a sentence. */
const findReason = async (issuer: string): Promise<string | undefined> => {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const signal = AbortSignal.timeout(identityProviderCheckDeadlineMs);
  try {
    const answer = await fetch(url, { signal });
    await answer.body?.cancel();
    return answer.ok ? undefined : formatStatusFailure(answer.status);
  } catch (error) {
    return signal.aborted
      ? formatNoResponse(identityProviderCheckDeadlineMs)
      : formatConnectionFailure(error);
  }
};

/** Finds out whether the identity provider can be used, at most every half minute. Returns undefined if it can. */
export const watchIdentityProvider = (
  issuer: string,
  clock: () => Date,
): (() => Promise<IdentityProviderProblem | undefined>) => {
  let checked:
    | { readonly at: Date; readonly problem: Promise<IdentityProviderProblem | undefined> }
    | undefined;
  const check = async (at: Date, before: Promise<IdentityProviderProblem | undefined> | undefined) => {
    const reason = await findReason(issuer);
    return reason === undefined ? undefined : { since: (await before)?.since ?? at, issuer, reason };
  };
  return async () => {
    const now = clock();
    if (!checked || checked.at <= secondsAfter(now, -identityProviderCheckSeconds))
      checked = { at: now, problem: check(now, checked?.problem) };
    return checked.problem;
  };
};
