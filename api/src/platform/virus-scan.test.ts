import { Readable } from 'node:stream';
import { eicar, startScanServer } from './testing/scan-server.ts';
import type { ScanServerMode } from './testing/scan-server.ts';
import { createScan } from './virus-scan.ts';

describe('createScan', () => {
  let server: Awaited<ReturnType<typeof startScanServer>>;
  beforeAll(async () => {
    server = await startScanServer();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    server.state.mode = 'scan';
  });

  const maxBytes = 1_000_000;
  const scan = (content: Buffer, mode: ScanServerMode = 'scan', idleMs?: number) => {
    server.state.mode = mode;
    const pieces = Array.from({ length: Math.ceil(content.length / 65_536) }, (_, index) =>
      content.subarray(index * 65_536, (index + 1) * 65_536),
    );
    const body = Readable.from([Buffer.alloc(0), ...pieces], { objectMode: false });
    return createScan(
      { host: '127.0.0.1', port: server.port, maxBytes },
      idleMs,
    )({
      size: content.length,
      body,
    });
  };

  it('sends the whole content, and tells clean from infected', async () => {
    expect(await scan(Buffer.alloc(300_000, 'clean '))).toBe('clean');
    expect(server.state.scanned.at(-1)).toBe(300_000);
    expect(await scan(Buffer.concat([Buffer.alloc(200_000), Buffer.from(eicar)]))).toBe('infected');
  });

  it.each([
    ['hang', 1],
    ['close', undefined],
    ['limit', undefined],
  ] as const)('has not scanned what the scanner does not answer: %s', async (mode, idleMs) => {
    expect(await scan(Buffer.alloc(300_000), mode, idleMs)).toBe('not scanned');
  });

  it('does not send what is larger than the limit, which the scanner would call clean', async () => {
    const before = server.state.scanned.length;
    expect(await scan(Buffer.alloc(maxBytes + 1))).toBe('not scanned');
    expect(server.state.scanned).toHaveLength(before);
  });

  it('has not scanned anything without a scanner', async () => {
    const config = { host: '127.0.0.1', port: 1, maxBytes };
    const body = Readable.from([Buffer.from('x')]);
    expect(await createScan(config)({ size: 1, body })).toBe('not scanned');
  });
});
