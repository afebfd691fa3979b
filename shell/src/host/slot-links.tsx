import { satisfies } from '@readerlens/auth';
import type { TokenClaims } from '@readerlens/auth';
import { useSession } from '@readerlens/auth/react';
import { fillAddress, withSwitches } from '@readerlens/contract/registry';
import type { AccessRule, AreaLink, Registry } from '@readerlens/contract/registry';
import type { FeatureFlags } from '@readerlens/contract/vocabulary';
import type { RefusedLink, SlotLink } from '@readerlens/ui';
import { useCallback } from 'react';
import { config } from '../config.ts';
import { NavIcon } from '../icons/nav-icons.ts';
import { useRegistry } from './registry.ts';

export interface SlotViewer {
  claims: TokenClaims | undefined;
  features: FeatureFlags;
}

/** Whether a user may use what an area has added to a slot. */
export const isOpenTo = (
  { access, feature }: Pick<AreaLink, 'access' | 'feature'>,
  { claims, features }: SlotViewer,
): boolean => satisfies(claims, access) && (feature === undefined || features[feature] === true);

/** The links of all areas in a slot that a viewer may follow, in their order. */
export const findSlotLinks = ({ areas }: Registry, slot: string, viewer: SlotViewer): SlotLink[] =>
  areas
    .flatMap(({ id, links = [] }) => links.map((link, index) => ({ link, id: `${id}-${index}` })))
    .filter(({ link }) => link.slot === slot && isOpenTo(link, viewer))
    .sort((a, b) => a.link.order - b.link.order)
    .map(({ link: { label, icon, to }, id }) => ({
      id,
      label,
      icon: <NavIcon name={icon} size={15} />,
      fill: (context) => fillAddress(to, context),
    }));

const omitClaim = ({ claim: _claim, ...rest }: AccessRule): AccessRule => rest;

/** The links that only a claim keeps a viewer from, and that say why. */
export const findRefusedLinks = ({ areas }: Registry, slot: string, viewer: SlotViewer): RefusedLink[] =>
  areas
    .flatMap(({ id, links = [] }) => links.map((link, index) => ({ link, id: `${id}-${index}` })))
    .filter(({ link }) => link.slot === slot && !isOpenTo(link, viewer))
    .filter(({ link: { access, ...rest } }) => isOpenTo({ ...rest, access: omitClaim(access) }, viewer))
    .sort((a, b) => a.link.order - b.link.order)
    .flatMap(({ id, link: { label, withoutClaim } }) =>
      withoutClaim === undefined ? [] : [{ id, label, reason: withoutClaim }],
    );

type Find<Found> = (registry: Registry, slot: string, viewer: SlotViewer) => readonly Found[];

/** Finds something of a slot for the current user, by the registry as it is now. */
const useFind = <Found,>(find: Find<Found>): ((slot: string) => readonly Found[]) => {
  const state = useRegistry();
  const claims = useSession((session) => session.claims);
  return useCallback(
    (slot) =>
      state.status === 'ready'
        ? find(state.registry, slot, { claims, features: withSwitches(config.features, state.registry) })
        : [],
    [find, state, claims],
  );
};

export const useFindLinks = () => useFind(findSlotLinks);

export const useFindRefusedLinks = () => useFind(findRefusedLinks);
