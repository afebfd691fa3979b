import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { providerEnvironment } from './commands/identity-provider.ts';
import { previewSecret, stageOrigin } from './commands/stage.ts';

const port = Number(process.env.E2E_PORT ?? 4173);
const dataDir = process.env.E2E_DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'readerlens-e2e-'));

/** Tests the composed product, started with `npm start`, with a new embedded database and demo data. */
export default defineConfig({
  testDir: 'specs',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // One retry on a busy build machine; tests that needed it are listed as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  use: {
    baseURL: process.env.BASE_URL ?? `http://localhost:${port}`,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Fails with the log of the action instead of the bare timeout of the test.
    actionTimeout: 30_000,
    // Tests of the focus have motion: menus and dialogs return it when their animation ends.
    reducedMotion: 'reduce',
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
          gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
          env: {
            PORT: String(port),
            DATA_DIR: dataDir,
            LOGIN_LIMIT_PER_ADDRESS: '10000',
            ...providerEnvironment(`http://localhost:${port}`),
            PREVIEW_SECRET: previewSecret,
            PREVIEW_ORIGINS: stageOrigin(`http://localhost:${port}`),
          },
        },
      }),
});
