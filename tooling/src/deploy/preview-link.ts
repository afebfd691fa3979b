import { existsSync } from 'node:fs';
import path from 'node:path';
import { maxPreviewSeconds, readSecrets, signPreview } from '@readerlens/api';
import type { Config } from '@readerlens/api';
import type { AreaManifest } from '@readerlens/contract/registry';
import { integrityOf } from '../integrity.ts';
import { folderOf, parseManifest } from '../registry/versions.ts';
import { versionFindings } from './check-area.ts';
import { DeployError } from './deploy-error.ts';
import { fetchFrom, readLiveShell } from './live-shell.ts';

export interface PreviewOptions {
  id: string;
  version: string;
  /** Address of the shell that shows it. */
  shell: string;
  /** Where the version lies: an address with `areas/` below it; the shell's own unless told. */
  at?: string | undefined;
  /** Page of the shell that the link opens. */
  page?: string | undefined;
  minutes: number;
  config: Pick<Config, 'jwtSecret' | 'dataDir' | 'preview'>;
  /** Told what the shell may not get along with. */
  warn: (line: string) => void;
}

const isLocal = (address: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);

/** The key that the shell's server verifies links with. Throws DeployError `no-secret`. */
const keyFor = (shell: string, config: PreviewOptions['config']): Uint8Array => {
  const { secret } = config.preview;
  // The data directory of an installation is none of this command's business when it was told the secret.
  if (secret) return readSecrets({ ...config, jwtSecret: secret }).previewKey;
  const hasOwn = config.jwtSecret !== undefined || existsSync(path.join(config.dataDir, 'secret'));
  if (isLocal(shell) && hasOwn) return readSecrets(config).previewKey;
  const what = `links to ${shell} are signed with a secret that its server knows`;
  throw new DeployError(
    'no-secret',
    `PREVIEW_SECRET is not set: ${what}. Set it there and here to the same 32 characters or more.`,
  );
};

const isReadableFrom = (answer: Response, base: string, shell: string): boolean =>
  new URL(base).origin === new URL(shell).origin ||
  ['*', new URL(shell).origin].includes(answer.headers.get('access-control-allow-origin') ?? '');

/** What the version says of itself, with the integrity of exactly these bytes. */
const readStaged = async ({ id, version, shell }: PreviewOptions, base: string) => {
  const answer = await fetchFrom(base, 'area.json');
  const bytes = Buffer.from(await answer.arrayBuffer());
  const manifest: AreaManifest = parseManifest(bytes.toString(), id, version, base);
  if (!isReadableFrom(answer, base, shell)) {
    throw new DeployError('would-break', `${base} does not let pages of ${shell} read its files (CORS).`);
  }
  return { manifest, integrity: integrityOf(bytes) };
};

/**
 * An address that shows one staged version in place of the deployed one, to whoever may sign in there. Throws
 * DeployError: for a version that is not there, an origin that the shell does not allow, a missing secret.
 */
export const previewLink = async (options: PreviewOptions): Promise<string> => {
  const { id, version, shell, at = shell, page = '/', minutes, warn } = options;
  const seconds = minutes * 60;
  if (!(seconds > 0 && seconds <= maxPreviewSeconds)) {
    throw new DeployError('usage', `--minutes must be a number from 1 to ${maxPreviewSeconds / 60}.`);
  }
  const key = keyFor(shell, options.config);
  const base = new URL(folderOf(id, version), `${at}/`).href;
  const { manifest, integrity } = await readStaged(options, base);
  const live = await readLiveShell(shell);
  const { origin } = new URL(base);
  if (origin !== new URL(shell).origin && !live.origins.includes(origin)) {
    throw new DeployError(
      'would-break',
      `${shell} shows nothing from ${origin}: it is among neither its PREVIEW_ORIGINS nor its AREA_ORIGINS.`,
    );
  }
  for (const { text } of versionFindings(manifest, live)) warn(text);
  const link = new URL(page, shell);
  link.searchParams.set('preview', await signPreview(key, { area: id, version, base, integrity }, seconds));
  return link.href;
};
