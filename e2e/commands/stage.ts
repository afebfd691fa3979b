import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import path from 'node:path';

/** Preview secret of the product under test. */
export const previewSecret = 'a secret for previews in end-to-end tests';

const findStagePort = (baseURL: string) => Number(new URL(baseURL).port) + 1;

/** Origin of staged versions, which the product under test must allow: the next port. */
export const stageOrigin = (baseURL: string) => `http://localhost:${findStagePort(baseURL)}`;

export const computeIntegrity = (bytes: Buffer | string) =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

interface Entry {
  id: string;
  base: string;
  integrity: Record<string, string>;
  previous?: unknown;
}

type Files = Map<string, Buffer>;

/** Heading of the staged version. */
export const stagedHeading = 'Staged Overview';
const version = 'staged-1';

const changed = (file: string, bytes: Buffer): Buffer =>
  file.endsWith('.js')
    ? Buffer.from(bytes.toString().replaceAll('Performance Overview', stagedHeading))
    : bytes;

const copyFiles = async (baseURL: string, { base, integrity }: Entry): Promise<Files> => {
  const copies = Object.keys(integrity).map(async (file) => {
    const answer = await fetch(new URL(base + file, baseURL));
    return [file, changed(file, Buffer.from(await answer.arrayBuffer()))] as const;
  });
  return new Map(await Promise.all(copies));
};

/** Files of the deployed analytics area with another heading, and its manifest. */
const stagedFiles = async (baseURL: string): Promise<Files> => {
  const registry = (await (await fetch(new URL('/registry.json', baseURL))).json()) as { areas: Entry[] };
  const deployed = registry.areas.find(({ id }) => id === 'analytics');
  if (!deployed) throw new Error('The analytics area is not deployed.');
  const files = await copyFiles(baseURL, deployed);
  const { previous: _previous, ...entry } = deployed;
  const integrity = Object.fromEntries([...files].map(([file, bytes]) => [file, computeIntegrity(bytes)]));
  const manifest = { ...entry, version, integrity, requires: {}, calls: {} };
  return files.set('area.json', Buffer.from(JSON.stringify(manifest)));
};

const folder = `/analytics/${version}/`;
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs the token of a preview link. */
const tokenWith = (claims: object, secret: string): string => {
  const content = `${base64({ alg: 'HS256', typ: 'preview+jwt' })}.${base64(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
};

type Fault = (file: string, response: ServerResponse) => boolean;

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** Starts a server on another origin with a staged version of the analytics area. */
export const startStage = async (baseURL: string) => {
  const origin = stageOrigin(baseURL);
  const files = await stagedFiles(baseURL);
  let fault: Fault | undefined;
  const server = createServer((request, response) => {
    const file = request.url?.startsWith(folder) ? request.url.slice(folder.length) : '';
    response.setHeader('access-control-allow-origin', '*');
    if (fault?.(file, response)) return;
    const bytes = files.get(file);
    response.writeHead(bytes ? 200 : 404, { 'content-type': types[path.extname(file)] ?? 'text/plain' });
    response.end(bytes ?? 'Not found');
  });
  await new Promise<void>((resolve) => server.listen(findStagePort(baseURL), 'localhost', resolve));
  const claims = () => {
    const now = Math.floor(Date.now() / 1000);
    return {
      iss: 'readerlens',
      aud: 'readerlens-preview',
      area: 'analytics',
      version,
      base: origin + folder,
      integrity: computeIntegrity(files.get('area.json')!),
      iat: now,
      exp: now + 600,
    };
  };
  return {
    origin,
    version,
    description: files.get('area.json')!.toString(),
    /** A preview link. */
    link: (more: object = {}, secret = previewSecret) =>
      `/?preview=${tokenWith({ ...claims(), ...more }, secret)}`,
    /** Sets or clears the fault of the server. */
    setFault: (next: Fault | undefined) => {
      fault = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export type Stage = Awaited<ReturnType<typeof startStage>>;

/** A fault with the same response for all matching files. */
export const respondWith =
  (which: RegExp, status: number, body: string): Fault =>
  (file, response) => {
    if (!which.test(file)) return false;
    response.writeHead(status, { 'content-type': types[path.extname(file)] ?? 'text/plain' }).end(body);
    return true;
  };
