import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { StoreError } from './object-store.ts';
import type { ObjectHeaders, ObjectStore } from './object-store.ts';

/** The condition of a write: the object still has this etag, or, for undefined, does not exist. */
export interface WriteCondition {
  readonly etag: string | undefined;
}

/** Objects in S3 or a storage that is compatible with it. */
export interface S3Objects extends ObjectStore {
  readText(key: string): Promise<{ text: string; etag: string } | undefined>;
  /** Writes only if the condition holds; answers whether it did. */
  putIf(key: string, text: string, condition: WriteCondition, headers?: ObjectHeaders): Promise<boolean>;
}

const statusOf = (error: unknown) =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

const unlessMissing = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    // A missing bucket is no missing file.
    if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket') return undefined;
    throw error;
  }
};

const storeError = (target: string, error: unknown): StoreError => {
  const { name, message } = error as Error;
  const status = statusOf(error);
  if (status === 401 || status === 403 || name === 'CredentialsProviderError') {
    const hint = 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY need the right to read, write and list it';
    return new StoreError('denied', `${target} refused (${name}): ${hint}.`, { cause: error });
  }
  if (status === undefined || status >= 500) {
    return new StoreError('unreachable', `${target} cannot be reached: ${message || name}`, { cause: error });
  }
  return new StoreError('failed', `${target} answered ${status} ${name}: ${message}`, { cause: error });
};

/** From the standard AWS_* environment. Checksums only where S3 requires them: not every storage knows them. */
const clientOf = (environment: NodeJS.ProcessEnv) =>
  new S3Client({
    forcePathStyle: true,
    region: environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION ?? 'us-east-1',
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

const parse = (target: string) => {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*?))?\/*$/.exec(target);
  if (!match) throw new StoreError('invalid-target', `'${target}' is not of the form s3://bucket/prefix.`);
  return { bucket: match[1]!, prefix: match[2] ? `${match[2]}/` : '' };
};

/** A write whose condition does not hold is refused with 412, or 409 while another write is in progress. */
const lostRace = (error: unknown) => [409, 412].includes(statusOf(error) ?? 0);

/** Objects in an S3 bucket. Endpoint and credentials come from the environment, as for the AWS tools. */
export const s3Objects = (target: string, client: S3Client = clientOf(process.env)): S3Objects => {
  const { bucket, prefix } = parse(target);
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key });
  const guarded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw storeError(target, error);
    }
  };

  const inputOf = (key: string, body: string | Uint8Array | Readable, headers: ObjectHeaders = {}) => ({
    ...at(key),
    Body: body,
    ContentType: headers.contentType,
    CacheControl: headers.cacheControl,
    ...(headers.contentEncoding ? { ContentEncoding: headers.contentEncoding } : {}),
  });

  const putStream = async (key: string, content: Readable, headers: ObjectHeaders = {}) => {
    let sourceError: unknown;
    content.once('error', (error) => {
      sourceError = error;
    });
    const upload = new Upload({ client, params: inputOf(key, content, headers), queueSize: 1 });
    try {
      await upload.done();
    } catch (error) {
      throw sourceError ?? storeError(target, error);
    }
  };

  const putIf = async (
    key: string,
    text: string,
    { etag }: WriteCondition,
    headers?: ObjectHeaders,
  ): Promise<boolean> => {
    const condition = etag === undefined ? { IfNoneMatch: '*' } : { IfMatch: etag };
    try {
      await client.send(new PutObjectCommand({ ...inputOf(key, text, headers), ...condition }));
      return true;
    } catch (error) {
      // A key that is gone cannot match either.
      if (lostRace(error) || (etag !== undefined && statusOf(error) === 404)) return false;
      throw error;
    }
  };

  const get = (key: string) => unlessMissing(client.send(new GetObjectCommand(at(key))));

  const readText = async (key: string) => {
    const found = await get(key);
    if (!found?.Body) return undefined;
    return { text: await found.Body.transformToString('utf-8'), etag: found.ETag ?? '' };
  };

  const open = async (key: string) => {
    const found = await get(key);
    return found?.Body ? { body: found.Body as Readable, size: found.ContentLength ?? 0 } : undefined;
  };

  return {
    target,
    put: async (key, content, headers) => {
      if (!(content instanceof Uint8Array)) return putStream(key, content, headers);
      await guarded(client.send(new PutObjectCommand(inputOf(key, content, headers))));
    },
    putIf: (key, text, condition, headers) => guarded(putIf(key, text, condition, headers)),
    readText: (key) => guarded(readText(key)),
    open: (key) => guarded(open(key)),
    size: async (key) =>
      (await guarded(unlessMissing(client.send(new HeadObjectCommand(at(key))))))?.ContentLength,
    delete: async (key) => {
      await guarded(unlessMissing(client.send(new DeleteObjectCommand(at(key)))));
    },
  };
};
