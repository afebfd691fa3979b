// jsdom with browser APIs that it lacks, taken from Node.
const { default: JsdomEnvironment } = require('@jest/environment-jsdom-abstract');
const jsdom = require('jsdom');
const measureCpu = require('./measure-cpu.cjs');
require('./exit-at-once.cjs');

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

class FakeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Reports each element once, with the width of a chart. Browsers do so after the layout; tests need not wait. */
class FakeResizeObserver extends FakeObserver {
  constructor(onResize) {
    super();
    this.onResize = onResize;
  }

  observe(target) {
    this.onResize([{ target, contentRect: { width: 640, height: 0 } }], this);
  }
}

/** Stubs for APIs that depend on media and sizes, which jsdom lacks. */
const stubs = {
  matchMedia: (media) => ({
    media,
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }),
  ResizeObserver: FakeResizeObserver,
  IntersectionObserver: FakeObserver,
};

module.exports = class DomEnvironment extends measureCpu(JsdomEnvironment) {
  constructor(config, context) {
    super(config, context, jsdom);
    this.packageFolder = config.projectConfig.rootDir;
  }

  async setup() {
    await super.setup();
    for (const name of fromNode) this.global[name] = globalThis[name];
    for (const [name, value] of Object.entries(stubs)) if (!(name in this.global)) this.global[name] = value;
    // No animation runs or ends here, so that what waits for the end of one would never close.
    Object.defineProperty(this.global.CSSStyleProperties.prototype, 'animationName', { get: () => 'none' });
    this.global.msToDeadline = () => this.deadline - performance.now();
    this.global.packageFolder = this.packageFolder;
  }

  /** Notes the deadline of each test and hook when it begins, for waits within it. */
  handleTestEvent(event, state) {
    if (event.name === 'test_fn_start' || event.name === 'hook_start')
      this.deadline = performance.now() + ((event.test ?? event.hook).timeout ?? state.testTimeout);
    return super.handleTestEvent(event, state);
  }
};
