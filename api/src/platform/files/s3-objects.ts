import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { StoreError } from './object-store.ts';
import type { ObjectHeaders, ObjectStore } from './object-store.ts';

/** The condition of a write: the object still has this etag or, if undefined, does not exist. */
export interface WriteCondition {
  readonly etag: string | undefined;
}

/** Objects in S3 or a compatible storage. */
export interface S3Objects extends ObjectStore {
  readText(key: string): Promise<{ text: string; etag: string } | undefined>;
  /** Writes only if the condition holds, and returns whether it did. */
  putIf(key: string, text: string, condition: WriteCondition, headers?: ObjectHeaders): Promise<boolean>;
}

const readStatus = (error: unknown) =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

const unlessMissing = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    // A missing bucket is an error, unlike a missing object.
    if (readStatus(error) === 404 && (error as Error).name !== 'NoSuchBucket') return undefined;
    throw error;
  }
};

const storeError = (target: string, error: unknown): StoreError => {
  const { name, message } = error as Error;
  const status = readStatus(error);
  if (status === 401 || status === 403 || name === 'CredentialsProviderError') {
    const hint = 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY need the right to read, write and list it';
    return new StoreError('denied', `${target} refused (${name}): ${hint}.`, { cause: error });
  }
  if (status === undefined || status >= 500) {
    return new StoreError('unreachable', `${target} cannot be reached: ${message || name}`, { cause: error });
  }
  return new StoreError('failed', `${target} returned ${status} ${name}: ${message}`, { cause: error });
};

/** Configured by the standard AWS_* variables. Some storages do not support optional checksums. */
const createS3Client = (environment: NodeJS.ProcessEnv) =>
  new S3Client({
    forcePathStyle: true,
    region: environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION ?? 'us-east-1',
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

const parseTarget = (target: string) => {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*))?$/.exec(target.replace(/(?<!\/)\/+$/, ''));
  if (!match) throw new StoreError('invalid-target', `'${target}' is not of the form s3://bucket/prefix.`);
  return { bucket: match[1]!, prefix: match[2] ? `${match[2]}/` : '' };
};

/** S3 rejects a write whose condition does not hold with 412, or with 409 during another write. */
const lostRace = (error: unknown) => [409, 412].includes(readStatus(error) ?? 0);

/** Objects in an S3 bucket. Endpoint and credentials come from the environment, as for the AWS tools. */
export const s3Objects = (target: string, client: S3Client = createS3Client(process.env)): S3Objects => {
  const { bucket, prefix } = parseTarget(target);
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key });
  const guarded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw storeError(target, error);
    }
  };

  const buildPutInput = (key: string, body: string | Uint8Array | Readable, headers: ObjectHeaders = {}) => ({
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
    const upload = new Upload({ client, params: buildPutInput(key, content, headers), queueSize: 1 });
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
      await client.send(new PutObjectCommand({ ...buildPutInput(key, text, headers), ...condition }));
      return true;
    } catch (error) {
      // 404: the object was deleted.
      if (lostRace(error) || (etag !== undefined && readStatus(error) === 404)) return false;
      throw error;
    }
  };

  const get = (key: string) => unlessMissing(client.send(new GetObjectCommand(at(key))));

  const readText = async (key: string) => {
    const found = await get(key);
    if (!found?.Body) return undefined;
    return { text: await found.Body.transformToString('utf-8'), etag: found.ETag ?? '' };
  };

  async function* list(): AsyncGenerator<string> {
    try {
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client },
        { Bucket: bucket, Prefix: prefix },
      ))
        for (const { Key = '' } of Contents) yield Key.slice(prefix.length);
    } catch (error) {
      throw storeError(target, error);
    }
  }

  const open = async (key: string) => {
    const found = await get(key);
    return found?.Body ? { body: found.Body as Readable, size: found.ContentLength ?? 0 } : undefined;
  };

  return {
    target,
    put: async (key, content, headers) => {
      if (!(content instanceof Uint8Array)) return putStream(key, content, headers);
      await guarded(client.send(new PutObjectCommand(buildPutInput(key, content, headers))));
    },
    putIf: (key, text, condition, headers) => guarded(putIf(key, text, condition, headers)),
    readText: (key) => guarded(readText(key)),
    open: (key) => guarded(open(key)),
    size: async (key) =>
      (await guarded(unlessMissing(client.send(new HeadObjectCommand(at(key))))))?.ContentLength,
    list,
    delete: async (key) => {
      await guarded(unlessMissing(client.send(new DeleteObjectCommand(at(key)))));
    },
  };
};
