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
  /** The target with a prefix: `s3://bucket/prefix`. */
  target: (prefix: string) => string;
  client: S3Client;
  /** Variables for processes that use it. */
  environment: Record<string, string>;
  /** Received requests, as 'PUT /bucket/key'. */
  requests: string[];
  close: () => Promise<void>;
}

const bucket = 'areas';
const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

const etagAt = (port: number, url: string): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest({ port, path: url, method: 'GET' }, (response) => {
      response
        .resume()
        .once('end', () => resolve(response.statusCode === 200 ? response.headers.etag : undefined));
    });
    sent.once('error', reject).end();
  });

const conditionHolds = ({ headers }: IncomingMessage, etag: string | undefined): boolean => {
  if (headers['if-none-match'] === '*' && etag !== undefined) return false;
  return headers['if-match'] === undefined || headers['if-match'] === etag;
};

const reject412 = (response: ServerResponse) =>
  response
    .writeHead(412, { 'content-type': 'application/xml' })
    .end('<Error><Code>PreconditionFailed</Code><Message>A condition did not hold.</Message></Error>');

const forward = (port: number, request: IncomingMessage, response: ServerResponse): Promise<void> =>
  new Promise((resolve, reject) => {
    const { method, url, headers } = request;
    const forwarded = httpRequest({ port, path: url, method, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(response).once('close', resolve);
    });
    request.pipe(forwarded.once('error', reject));
  });

/**
 * A proxy that gives s3rver the guarantees of S3: conditional writes, and no reads of partial writes. It forwards one
 * request at a time, and a write only if its condition holds.
 */
const withConditions = (port: number, requests: string[]) => {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const isWrite = request.method === 'PUT';
    if (!isWrite || conditionHolds(request, await etagAt(port, request.url!.split('?')[0]!))) {
      return forward(port, request, response);
    }
    request.resume().once('end', () => reject412(response));
  };
  let last = Promise.resolve();
  return createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    last = last.then(() => handle(request, response)).catch(() => void response.destroy());
  });
};

const createS3Client = (endpoint: string) =>
  new S3Client({
    endpoint,
    region: 'us-east-1',
    credentials: keys,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

/** Starts a real S3-compatible server on a free port. With `conditions: false`, it ignores conditions of writes. */
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
  const proxy = withConditions(port, requests);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${conditions ? (proxy.address() as AddressInfo).port : port}`;
  const client = createS3Client(endpoint);
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
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
