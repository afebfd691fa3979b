import { CFB } from 'xlsx';
import { fromBuffer } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { TableError, tooUnpacked } from './table.ts';
import type { TableLimits } from './table.ts';

const unreadable = () => new TableError('The file is damaged, or is not a workbook.');

const openZip = (packed: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    fromBuffer(packed, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      error ? reject(unreadable()) : resolve(zip),
    );
  });

const listEntries = (zip: ZipFile): Promise<Entry[]> =>
  new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('error', () => reject(unreadable()));
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.readEntry();
  });

const openEntry = (zip: ZipFile, entry: Entry) =>
  new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(unreadable()) : resolve(stream)));
  });

/** Pictures and macros are not read. */
const isRead = ({ fileName }: Entry): boolean => /\.(xml|rels)$/i.test(fileName);

/**
 * The parts of a packed workbook as an archive without compression. The directory of an archive says how large its parts are,
 * but may lie: what comes out is counted as well. The library never sees the packed bytes, which it would unpack without a limit.
 */
export const unpackWorkbook = async (packed: Buffer, limits: TableLimits): Promise<Buffer> => {
  const zip = await openZip(packed);
  const entries = await listEntries(zip);
  const declared = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (declared > limits.unpackedBytes) throw tooUnpacked(limits);
  const archive: unknown = CFB.utils.cfb_new();
  let total = 0;
  for (const entry of entries.filter(isRead)) {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of await openEntry(zip, entry)) {
        total += (piece as Buffer).length;
        if (total > limits.unpackedBytes) throw tooUnpacked(limits);
        pieces.push(piece as Buffer);
      }
    } catch (error) {
      throw error instanceof TableError ? error : unreadable();
    }
    CFB.utils.cfb_add(archive, `/${entry.fileName}`, Buffer.concat(pieces));
  }
  zip.close();
  return CFB.write(archive, { fileType: 'zip', type: 'buffer', compression: false }) as Buffer;
};
