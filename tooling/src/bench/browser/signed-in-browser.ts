import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserType } from '@playwright/test';
import type { ComposedProduct } from './serve-composed.ts';

export interface DebuggedBrowser {
  /** The port of its remote debugging. */
  port: number;
  close: () => Promise<void>;
}

/** A browser whose profile is signed in to the product, for a tool that connects to its debugging port. */
export const signedInBrowser = async (
  type: BrowserType,
  executablePath: string,
  { origin, signIn }: ComposedProduct,
  email: string,
): Promise<DebuggedBrowser> => {
  const profile = mkdtempSync(path.join(tmpdir(), 'readerlens-bench-'));
  const context = await type.launchPersistentContext(profile, {
    executablePath,
    args: ['--no-sandbox', '--remote-debugging-port=0'],
  });
  const { token, userId } = await signIn(email);
  const page = await context.newPage();
  await page.goto(`${origin}/favicon.svg`);
  await page.evaluate(
    ([jwt, tour]) => {
      localStorage.setItem('jwt_token', jwt);
      localStorage.setItem(tour, 'seen');
    },
    [token, `readerlens.tour.${userId}`] as const,
  );
  // The browser writes the port that it chose into its profile.
  const port = Number(readFileSync(path.join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0]);
  return {
    port,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
};
