// Lint rules for tests: none of them depends on real time or on random cases that cannot be repeated.

/** The deadline of a test, in milliseconds; see jest.config.cjs and e2e/playwright.config.ts. */
const testDeadlineMs = 120_000;

const takesDeadline = new Set(['it', 'test', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach']);

/** The name of a called function, as in `it`, `it.only` or `it.each(cases)(…)`. */
const readCalleeName = (node) => {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return readCalleeName(node.object);
  if (node.type === 'CallExpression' || node.type === 'TaggedTemplateExpression')
    return readCalleeName(node.callee ?? node.tag);
  return undefined;
};

const readMethodName = ({ callee }) =>
  callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
    ? callee.property.name
    : undefined;

const isNumber = (node) => node?.type === 'Literal' && typeof node.value === 'number';

/** Below 50 it is a number of something else. */
const isShort = (node) => isNumber(node) && node.value >= 50 && node.value < testDeadlineMs;

const isMethodCall = (node, object, method) =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.object.name === object &&
  node.callee.property.name === method;

const isNow = (node) => isMethodCall(node, 'Date', 'now') || isMethodCall(node, 'performance', 'now');

const readKeyName = ({ key }) => key.name ?? key.value;

const rule = (messages, create) => ({ meta: { type: 'problem', messages, schema: [] }, create });

const noShortDeadline = rule(
  { short: 'A wait has no deadline shorter than that of the test, or it fails on a busy machine.' },
  (context) => ({
    CallExpression(node) {
      const last = node.arguments.at(-1);
      const isDeclaration = takesDeadline.has(readCalleeName(node.callee)) && node.arguments.length > 1;
      const setsDeadline = readMethodName(node) === 'setTimeout' && isShort(last);
      if ((isDeclaration && isShort(last)) || setsDeadline)
        context.report({ node: last, messageId: 'short' });
    },
    Property(node) {
      if (/timeout$/i.test(String(readKeyName(node))) && isShort(node.value))
        context.report({ node: node.value, messageId: 'short' });
    },
  }),
);

const noSleep = rule(
  { sleep: 'Wait for a state, or move a clock; a pause is too short on a busy machine.' },
  (context) => {
    const report = (node) => context.report({ node, messageId: 'sleep' });
    let executors = 0;
    return {
      NewExpression({ callee }) {
        if (callee.name === 'Promise') executors += 1;
      },
      'NewExpression:exit'({ callee }) {
        if (callee.name === 'Promise') executors -= 1;
      },
      CallExpression(node) {
        const method = readMethodName(node);
        if (method === 'waitForTimeout') report(node);
        if (method === 'waitForLoadState' && node.arguments[0]?.value === 'networkidle') report(node);
        const pause = node.arguments[1];
        // A pause of a millisecond lets others run while a state is awaited.
        const isTurn = !pause || (isNumber(pause) && pause.value <= 1);
        if (executors > 0 && node.callee.name === 'setTimeout' && !isTurn) report(node);
      },
      ImportDeclaration(node) {
        if (/^(node:)?timers\/promises$/.test(node.source.value)) report(node);
      },
    };
  },
);

const noMeasuredTime = rule(
  { measured: 'No test measures durations: they depend on what else the machine does.' },
  (context) => ({
    BinaryExpression(node) {
      const isElapsed = node.operator === '-' && isNow(node.left) && node.right.type === 'Identifier';
      const isLimit = /^[<>]=?$/.test(node.operator) && (isNow(node.left) || isNow(node.right));
      if (isElapsed || isLimit) context.report({ node, messageId: 'measured' });
    },
  }),
);

const noUnseededRandom = rule(
  {
    random:
      'Random cases come from `seededRandom`, so that a failure can be repeated; a unique name from randomUUID.',
    runs: 'The number of random cases comes from `runs({ test, soak })`.',
  },
  (context) => ({
    CallExpression(node) {
      if (isMethodCall(node, 'Math', 'random')) context.report({ node, messageId: 'random' });
    },
    Property(node) {
      if (readKeyName(node) === 'numRuns' && isNumber(node.value))
        context.report({ node, messageId: 'runs' });
    },
  }),
);

export default {
  meta: { name: 'timeless-tests' },
  rules: {
    'no-short-deadline': noShortDeadline,
    'no-sleep': noSleep,
    'no-measured-time': noMeasuredTime,
    'no-unseeded-random': noUnseededRandom,
  },
};
