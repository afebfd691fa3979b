import type { AreaClaims } from '@readerlens/contract';
import { unavailable } from '../platform/http/errors.ts';

/** The claims that deployed areas declare, by area. Rejects while the registry cannot be read. */
export type ListAreaClaims = () => Promise<readonly AreaClaims[]>;

/** A product that is composed of areas; others have no claims of areas. */
export interface AreaClaimSource {
  readonly listAreaClaims: ListAreaClaims;
}

/** Throws 503 while the registry cannot be read. */
export const readAreaClaims = async ({ listAreaClaims }: AreaClaimSource): Promise<AreaClaims[]> => {
  try {
    return [...(await listAreaClaims())];
  } catch {
    // The server of the pages logs why.
    throw unavailable('The permissions of areas cannot be read now. Please try again in a moment.');
  }
};
