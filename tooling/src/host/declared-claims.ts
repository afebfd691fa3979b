import type { Services } from '@readerlens/api';
import { isAreaEntry } from '@readerlens/contract/area-entry';
import { formatDeclaredName } from '@readerlens/contract/registry';
import type { AreaStore } from '../store/area-store.ts';
import { registryReader } from './registry-reader.ts';

/**
 * Returns a function that lists the claims of the areas in a channel's registry. Areas without claims are left out. While
 * the registry cannot be read, the last one that was read counts; rejects if there is none.
 */
export const declaredClaims = (store: AreaStore, channel: string): Services['listAreaClaims'] => {
  // The host reads the same registry, and logs why it cannot be read.
  const read = registryReader({ store, channel, onProblem: () => undefined });
  return async () => {
    const { registry } = await read();
    // The entry of an area may be invalid.
    return registry.areas.filter(isAreaEntry).flatMap(({ id, name, claims = [] }) =>
      claims.length === 0
        ? []
        : [
            {
              area: id,
              name,
              claims: claims.map(({ name: claim, ...texts }) => ({
                claim: formatDeclaredName(id, claim),
                ...texts,
              })),
            },
          ],
    );
  };
};
