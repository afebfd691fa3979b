import { setTimeout as wait } from 'node:timers/promises';
import { StoreError } from './area-store.ts';
import type { AreaStore } from './area-store.ts';

const attempts = 30;

/**
 * Changes a text that others change at the same time: `change` gets what is there and is asked again whenever somebody
 * else was faster. What it throws ends the attempt. Answers the text that was written.
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
  throw new StoreError('busy', `${key} in ${store.target} is changed by others all the time. Try again.`);
};
