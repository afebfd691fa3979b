import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '@readerlens/api/config';
import { maxPreviewSeconds } from '@readerlens/api/deadlines';
import { signPreview } from '@readerlens/api/preview-token';
import { readSecrets } from '@readerlens/api/secrets';
import type { AreaManifest } from '@readerlens/contract/registry';
import { computeIntegrity } from '../integrity.ts';
import { buildFolder, parseManifest } from '../registry/versions.ts';
import { versionFindings } from './check-area.ts';
import { DeployError } from '../area/deploy-error.ts';
import { fetchFrom, readLiveShell, requestFrom } from './live-shell.ts';
import type { TokenTarget } from './settings.ts';
import { signThroughServer } from './through-server.ts';

export interface PreviewOptions {
  id: string;
  version: string;
  /** Address of the shell that shows the preview. */
  shell: string;
  /** Base address of the version's store, with `areas/` below it; defaults to the shell's own. */
  at?: string | undefined;
  /** Page of the shell that the link opens. */
  page?: string | undefined;
  minutes: number;
  /** The product signs the link, instead of this command with a secret. Its store has the version. */
  byToken?: TokenTarget | undefined;
  config: Pick<Config, 'jwtSecret' | 'dataDir' | 'preview'>;
  /** Called with each incompatibility with the shell. */
  warn: (line: string) => void;
}

const isLocal = (address: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);

/** The key with which the shell's server verifies links. Throws DeployError `no-secret`. */
const keyFor = (shell: string, config: PreviewOptions['config']): Uint8Array => {
  const { secret } = config.preview;
  // An explicit secret takes precedence over the one in the data directory.
  if (secret) return readSecrets({ ...config, jwtSecret: secret }).previewKeys[0];
  const hasLocalSecret = config.jwtSecret !== undefined || existsSync(path.join(config.dataDir, 'secret'));
  if (isLocal(shell) && hasLocalSecret) return readSecrets(config).previewKeys[0];
  const reason = `links to ${shell} are signed with a secret shared with its server`;
  throw new DeployError(
    'no-secret',
    `PREVIEW_SECRET is not set: ${reason}. Set it to the same 32 or more characters on both sides, or use a deploy token.`,
  );
};

const allowsCors = (response: Response, base: string, shell: string): boolean =>
  new URL(base).origin === new URL(shell).origin ||
  ['*', new URL(shell).origin].includes(response.headers.get('access-control-allow-origin') ?? '');

/** Reads the manifest of the staged version and the integrity of its bytes. */
const readStaged = async ({ id, version, shell }: PreviewOptions, base: string) => {
  const response = await fetchFrom(base, 'area.json');
  const bytes = Buffer.from(await response.arrayBuffer());
  const manifest: AreaManifest = parseManifest(bytes.toString(), id, version, base);
  if (!allowsCors(response, base, shell)) {
    throw new DeployError(
      'would-break',
      `${base} does not allow pages of ${shell} to read its files (CORS).`,
    );
  }
  return { manifest, integrity: computeIntegrity(bytes) };
};

/** Asks the shell's server whether it accepts a link. Throws DeployError `link-refused`. */
const assertAccepted = async (shell: string, token: string) => {
  const response = await requestFrom(shell, '/api/areas/preview/check', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (response.ok) return;
  const { message = `status ${response.status}` } = (await response.json().catch(() => ({}))) as {
    message?: string;
  };
  const hint =
    response.status === 400
      ? '\nIts PREVIEW_SECRET (without one, its JWT_SECRET) differs from the one of this command, or its clock does.'
      : '';
  throw new DeployError('link-refused', `${shell} refuses the link: ${message}${hint}`);
};

/**
 * Creates a link that shows a staged version in place of the deployed one, to any user who can sign in there. Throws
 * DeployError if the version does not exist, the shell does not accept the link, or the secret is missing.
 */
export const previewLink = async (options: PreviewOptions): Promise<string> => {
  const { id, version, shell, at = shell, page = '/', minutes, warn } = options;
  const seconds = minutes * 60;
  if (!(seconds > 0 && seconds <= maxPreviewSeconds)) {
    throw new DeployError('usage', `--minutes must be a number from 1 to ${maxPreviewSeconds / 60}.`);
  }
  // Before anything else: without a secret, nothing else matters.
  const key = options.byToken ? undefined : keyFor(shell, options.config);
  const base = new URL(buildFolder(id, version), `${at}/`).href;
  const { manifest, integrity } = await readStaged(options, base);
  const live = await readLiveShell(shell);
  const { origin } = new URL(base);
  if (origin !== new URL(shell).origin && !live.origins.includes(origin)) {
    throw new DeployError(
      'would-break',
      `${shell} does not allow previews from ${origin}: add it to its PREVIEW_ORIGINS.`,
    );
  }
  for (const { text } of versionFindings(manifest, live)) warn(text);
  const token =
    key === undefined
      ? await signThroughServer(options.byToken!, { id, version, minutes })
      : await signPreview(key, { area: id, version, base, integrity }, seconds);
  await assertAccepted(shell, token);
  const link = new URL(page, shell);
  link.searchParams.set('preview', token);
  return link.href;
};
