// jsdom with what every browser has and jsdom lacks, taken from Node.
const { default: JsdomEnvironment } = require('jest-environment-jsdom');

const fromNode = [
  'TextEncoder',
  'TextDecoder',
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'AbortController',
  'AbortSignal',
  'ReadableStream',
  'TransformStream',
  'structuredClone',
  'Uint8Array',
];

/** What jsdom has no notion of at all: no media, no sizes. */
const absent = {
  matchMedia: (media) => ({
    media,
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }),
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
};

module.exports = class DomEnvironment extends JsdomEnvironment {
  async setup() {
    await super.setup();
    for (const name of fromNode) this.global[name] = globalThis[name];
    for (const [name, value] of Object.entries(absent)) if (!(name in this.global)) this.global[name] = value;
  }
};
