import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';

export interface S3Server {
  endpoint: string;
  /** `s3://bucket/` with a prefix of its own. */
  target: (prefix: string) => string;
  client: S3Client;
  /** What a process needs to use it. */
  environment: Record<string, string>;
  /** Requests that came in, as 'PUT /bucket/key'. */
  requests: string[];
  close: () => Promise<void>;
}

const bucket = 'areas';
const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

const etagAt = (port: number, url: string): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const asked = httpRequest({ port, path: url, method: 'GET' }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode === 200 ? answer.headers.etag : undefined));
    });
    asked.once('error', reject).end();
  });

const holds = ({ headers }: IncomingMessage, etag: string | undefined): boolean => {
  if (headers['if-none-match'] === '*' && etag !== undefined) return false;
  return headers['if-match'] === undefined || headers['if-match'] === etag;
};

const refuse = (response: ServerResponse) =>
  response
    .writeHead(412, { 'content-type': 'application/xml' })
    .end('<Error><Code>PreconditionFailed</Code><Message>A condition did not hold.</Message></Error>');

const forward = (port: number, request: IncomingMessage, response: ServerResponse): Promise<void> =>
  new Promise((resolve, reject) => {
    const { method, url, headers } = request;
    const passed = httpRequest({ port, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response).once('close', resolve);
    });
    request.pipe(passed.once('error', reject));
  });

/**
 * Stands before s3rver, which knows no conditional writes and lets a reader see half of one: one request at a time, and
 * a write only if its condition holds for the object as it is then. That is what S3 promises.
 */
const withConditions = (port: number, requests: string[]) => {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const isWrite = request.method === 'PUT';
    if (!isWrite || holds(request, await etagAt(port, request.url!.split('?')[0]!))) {
      return forward(port, request, response);
    }
    request.resume().once('end', () => refuse(response));
  };
  let turn = Promise.resolve();
  return createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    turn = turn.then(() => answer(request, response)).catch(() => void response.destroy());
  });
};

const clientOf = (endpoint: string) =>
  new S3Client({
    endpoint,
    region: 'us-east-1',
    credentials: keys,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

/** A real S3-compatible server on a port of its own. `conditions: false` for one that passes over conditions. */
export const startS3 = async ({ conditions = true } = {}): Promise<S3Server> => {
  const directory = mkdtempSync(path.join(tmpdir(), 's3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    allowMismatchedSignatures: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  const requests: string[] = [];
  const front = withConditions(port, requests);
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${conditions ? (front.address() as AddressInfo).port : port}`;
  const client = clientOf(endpoint);
  return {
    endpoint,
    target: (prefix) => `s3://${bucket}/${prefix}`,
    client,
    environment: {
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    requests,
    close: async () => {
      client.destroy();
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
