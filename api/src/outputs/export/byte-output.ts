import type { Bytes } from './export-thread-input.ts';

/** Bytes that are written one after another. */
export class ByteOutput {
  private bytes = Buffer.allocUnsafeSlow(1 << 20);
  private length = 0;

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * this.bytes.length + more);
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length] = value;
    this.length += 1;
  }

  /** Not by `set`, which takes longer for a few bytes. */
  copy(from: Uint8Array, start: number, end: number): void {
    this.reserve(end - start);
    const { bytes } = this;
    let { length } = this;
    for (let at = start; at < end; at += 1) {
      bytes[length] = from[at]!;
      length += 1;
    }
    this.length = length;
  }

  /** Text in UTF-8. */
  text(content: string): void {
    this.reserve(3 * content.length);
    const { bytes, length } = this;
    for (let index = 0; index < content.length; index += 1) {
      const unit = content.charCodeAt(index);
      if (unit > 127) {
        this.length = length + index + bytes.write(content.slice(index), length + index);
        return;
      }
      bytes[length + index] = unit;
    }
    this.length = length + content.length;
  }

  /** A copy of what was written since the last call. */
  take(): Bytes {
    const taken = new Uint8Array(this.bytes.subarray(0, this.length));
    this.length = 0;
    return taken;
  }
}
