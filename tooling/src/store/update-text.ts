import { StoreError } from '@readerlens/api/storage';
import { setTimeout as wait } from 'node:timers/promises';
import type { AreaStore } from './area-store.ts';

const attempts = 30;

/**
 * Changes a text that other processes may change concurrently: `change` gets the current text and is called again after
 * a concurrent change. An error that it throws cancels the update. Returns the text that was written.
 */
export const updateText = async (
  store: AreaStore,
  key: string,
  change: (text: string | undefined) => string | Promise<string>,
): Promise<string> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const known = await store.readText(key);
    const text = await change(known?.text);
    if (text === known?.text) return text;
    if (await store.replaceText(key, text, known?.etag)) return text;
    await wait(Math.random() * Math.min(1000, 20 * 2 ** attempt));
  }
  throw new StoreError('busy', `${key} in ${store.target} is being changed by other processes. Try again.`);
};
