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

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** What jsdom has no notion of at all: no media, no sizes. */
const absent = {
  matchMedia: (media) => ({
    media,
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }),
  ResizeObserver: NoObserver,
  IntersectionObserver: NoObserver,
};

module.exports = class DomEnvironment extends JsdomEnvironment {
  async setup() {
    await super.setup();
    for (const name of fromNode) this.global[name] = globalThis[name];
    for (const [name, value] of Object.entries(absent)) if (!(name in this.global)) this.global[name] = value;
  }
};
