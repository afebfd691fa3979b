import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/** A slow mobile connection has several times this. */
const bytesPerSecond = 16 * 1024;
const sampleMs = 1000;
/** Long enough for a pause of the network, or of a person who is asked where to save the file. */
const samples = 30;

/**
 * Destroys the content of a response, which closes its connection, if its reader takes less than 16 KiB/s for half a
 * minute. Time in which the reader waits for the content does not count.
 */
export const requireMinimumRate = (content: Readable, response: ServerResponse): void => {
  let waited = 0;
  let start = 0;
  const timer = setInterval(() => {
    const written = response.socket?.bytesWritten ?? 0;
    waited = response.writableNeedDrain ? waited + 1 : 0;
    if (waited === 1) start = written;
    if (waited <= samples) return;
    waited = 0;
    if (written - start < (bytesPerSecond * samples * sampleMs) / 1000)
      content.destroy(new Error('The reader of the download is too slow.'));
  }, sampleMs);
  timer.unref();
  content.once('close', () => clearInterval(timer));
};
