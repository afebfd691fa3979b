import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { providerEnvironment } from './commands/identity-provider.ts';
import { longestTimeout, testTimeout } from './commands/deadlines.ts';
import { disabledFeatures } from './commands/browser-features.ts';
import { previewSecret, stageOrigin } from './commands/stage.ts';

const port = Number(process.env.E2E_PORT ?? 4173);
const dataDir = process.env.E2E_DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'readerlens-e2e-'));

/** Tests the composed product, started with `npm start`, with a new embedded database and demo data. */
export default defineConfig({
  testDir: 'specs',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // Only for its trace: `npm test` counts a test that needed it as failed.
  retries: process.env.CI ? 1 : 0,
  // The only deadline: a wait that ends earlier would depend on how busy the machine is.
  timeout: testTimeout,
  expect: { timeout: longestTimeout },
  forbidOnly: true,
  use: {
    baseURL: process.env.BASE_URL ?? `http://localhost:${port}`,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Tests of the focus have motion: menus and dialogs return it when their animation ends.
    reducedMotion: 'reduce',
    // Keeps compiled scripts. Playwright empties the context after each test, so no test sees what another one left.
    reuseContext: true,
    // Traces nearly double the CPU time of a test, so only retries are traced.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        disabledFeatures,
      ],
    },
  },
  ...(process.env.BASE_URL
    ? {}
    : {
        webServer: {
          command: 'node ../tooling/bin/start.mjs',
          url: `http://localhost:${port}/api/health/ready`,
          timeout: 300_000,
          stdout: 'ignore',
          stderr: 'pipe',
          gracefulShutdown: { signal: 'SIGTERM', timeout: testTimeout },
          env: {
            PORT: String(port),
            DATA_DIR: dataDir,
            LOGIN_LIMIT_PER_ADDRESS: '10000',
            MAIL_LIMIT_PERSONAL_HOUR: '1000',
            MAIL_LIMIT_PERSONAL_DAY: '1000',
            MAIL_LIMIT_SECURITY_HOUR: '1000',
            ...providerEnvironment(`http://localhost:${port}`),
            PREVIEW_SECRET: previewSecret,
            PREVIEW_ORIGINS: stageOrigin(`http://localhost:${port}`),
          },
        },
      }),
});
