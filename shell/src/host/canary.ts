import hashText from '@emotion/hash';
import type { SessionState } from '@readerlens/auth';
import type { AreaCanary, AreaEntry } from '@readerlens/contract/registry';
import { isStaff } from '@readerlens/contract/vocabulary';

/** The effective user: who acts as somebody gets what that person gets. */
type Person = Pick<SessionState, 'claims' | 'user'>;

/** Evenly spread from 0 to 100, the same for a person and a release on every page. Murmur2, as 32 bits in base 36. */
const computeBucket = (text: string): number => (Number.parseInt(hashText(text), 36) / 2 ** 32) * 100;

/** Whether a person gets the canary of an area. Each ring has the people of those before it. */
export const isInCanary = (
  area: string,
  { release, ring }: Pick<AreaCanary, 'release' | 'ring'>,
  { claims, user }: Person,
): boolean => {
  if (!claims) return false;
  if (isStaff(claims.role)) return true;
  if (ring === 'staff') return false;
  if (user?.earlyAccess) return true;
  return ring !== 'clients' && computeBucket(`${release}/${area}/${claims.sub}`) < Number(ring);
};

/** The canary of an area, if the person gets it. */
export const findCanary = ({ id, canary }: AreaEntry, person: Person): AreaCanary | undefined =>
  canary && isInCanary(id, canary, person) ? canary : undefined;

/** Whether it depends on what only the server knows about a person. */
export const needsUser = ({ canary }: AreaEntry, { claims, user }: Person): boolean =>
  canary !== undefined && canary.ring !== 'staff' && !user && claims !== undefined && !isStaff(claims.role);

const cookieName = 'readerlens_canaries';
const cookieSeconds = 30 * 86_400;

/**
 * Tells the server which canaries this browser gets, so that the page preloads their files instead of those of the deployed
 * versions. It is no secret, and nothing but a preload depends on it.
 */
export const rememberCanaries = (areas: readonly AreaEntry[], person: Person): void => {
  const value = areas
    .flatMap((area) => {
      const canary = findCanary(area, person);
      return canary ? [`${area.id}.${canary.release}`] : [];
    })
    .join('%20');
  const current = new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(document.cookie)?.[1] ?? '';
  if (value === current) return;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${cookieName}=${value}; path=/; samesite=lax; max-age=${value ? cookieSeconds : 0}${secure}`;
};
