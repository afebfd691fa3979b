import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskFullError, freeBytes, lowDiskText } from './disk-space.ts';
import { explainError } from './explain-error.ts';

const megabyte = 1024 * 1024;

describe('lowDiskText', () => {
  it('names the directory and what is left', async () => {
    const free = async () => 7.9 * megabyte;
    expect(await lowDiskText('/data', 100 * megabyte, free)).toBe(
      'The disk of /data has 7 MB left; at least 100 MB are needed.',
    );
    expect(await lowDiskText('/data', 7 * megabyte, free)).toBeUndefined();
  });

  it('measures the disk of a directory; one that does not exist has no problem', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'disk-'));
    const left = await freeBytes(directory);
    expect(left).toBeGreaterThan(0);
    expect(await lowDiskText(directory, left! * 2)).toMatch(/^The disk of .+ has \d+ MB left/);
    rmSync(directory, { recursive: true });
    expect(await lowDiskText(directory, left! * 2)).toBeUndefined();
  });
});

describe('explainError', () => {
  const withCode = (code: string, text: string) => Object.assign(new Error(text), { code });

  it.each([
    [new DiskFullError('The disk of /data has 7 MB left.'), 'The disk of /data has 7 MB left.'],
    [
      withCode('ENOSPC', 'no space left on device, write'),
      'The disk is full: no space left on device, write',
    ],
    [
      new Error('/files cannot be used', { cause: withCode('ENOSPC', 'no space left') }),
      'The disk is full: /files cannot be used',
    ],
    [withCode('53100', 'could not extend file'), 'The disk is full: could not extend file'],
    [Object.assign(withCode('EADDRINUSE', 'listen EADDRINUSE'), { syscall: 'listen' }), 'listen EADDRINUSE'],
    [
      new AggregateError([
        Object.assign(withCode('ECONNREFUSED', 'connect ECONNREFUSED ::1:5432'), { syscall: 'connect' }),
        new Error('another address'),
      ]),
      'connect ECONNREFUSED ::1:5432. Nothing answers there: check that the server runs, and its address in the settings, such as in DATABASE_URL.',
    ],
    [
      withCode('28P01', 'password authentication failed for user "a"'),
      'The database cannot be used: password authentication failed for user "a".',
    ],
    [
      withCode('25006', 'cannot execute INSERT in a read-only transaction'),
      'The database takes no changes: cannot execute INSERT in a read-only transaction. It is a standby, or is still being restored: try again once it is neither.',
    ],
    [new Error('a bug'), expect.stringMatching(/^Error: a bug\n +at /)],
    ['text', 'text'],
  ])('%s', (error, text) => {
    expect(explainError(error)).toEqual(text);
  });
});
