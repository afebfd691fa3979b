import { randomUUID } from 'node:crypto';
import type { AreaStore } from '../store/area-store.ts';
import { updateText } from '../store/update-text.ts';

/** The key of the text that tells a store from all others. */
const storeIdKey = 'store-id.txt';

/** The channel of a store that a server reads. */
export interface ReadChannel {
  /** Undefined before the first deploy to the store. */
  storeId: string | undefined;
  channel: string;
}

/** Returns the random id of a store; undefined if nothing has been deployed to it. Throws StoreError. */
export const readStoreId = async (store: AreaStore): Promise<string | undefined> =>
  (await store.readText(storeIdKey))?.text;

/** Returns the id of a store, and gives it one if it has none. Throws StoreError. */
export const ensureStoreId = (store: AreaStore): Promise<string> =>
  updateText(store, storeIdKey, (known) => known ?? randomUUID());
