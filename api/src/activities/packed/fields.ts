import type { Bytes } from './packed-statement.ts';

/** Integers of 32 bits, end to end. Changes the bytes: PostgreSQL sends the most significant one first. */
export const readInt32s = (bytes: Bytes): Int32Array => {
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).swap32();
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
};

/** Likewise of 16 bits. */
export const readInt16s = (bytes: Bytes): Int16Array => {
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).swap16();
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2);
};

/** Likewise of 64 bits, which must be exact as numbers. Leaves the bytes as they are. */
export const readInt64s = (bytes: Bytes): number[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.byteLength / 8 }, (_, place) => Number(view.getBigInt64(place * 8)));
};
