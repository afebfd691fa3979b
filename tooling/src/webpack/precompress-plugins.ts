import { constants } from 'node:zlib';
import type { BrotliOptions } from 'node:zlib';
import CompressionPlugin from 'compression-webpack-plugin';

/** Text files except `files.json`, which browsers do not load. */
const test = /(?<!^files)\.(?:js|css|svg|json)$/;

/** Below `threshold` bytes a compressed copy saves nothing; above it every file has one, however little it saves. */
const shared = { test, threshold: 1024, minRatio: Infinity };

/** Writes `.br` and `.gz` copies of text files, so that the host does not compress for each request. */
export const precompressPlugins = () => [
  new CompressionPlugin<BrotliOptions>({
    ...shared,
    filename: '[file].br',
    algorithm: 'brotliCompress',
    // Takes a few seconds per build, for 7 % fewer bytes than quality 9 in every download.
    compressionOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } },
  }),
  new CompressionPlugin({
    ...shared,
    filename: '[file].gz',
    algorithm: 'gzip',
    compressionOptions: { level: constants.Z_DEFAULT_COMPRESSION },
  }),
];

export const isPrecompressPlugin = (plugin: unknown): boolean => plugin instanceof CompressionPlugin;
