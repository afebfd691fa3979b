// Lint rule for names of functions. A name such as `keyOf` gets many meanings, so a search for it finds all of them.

const isFunction = (node) => /^(?:Arrow)?FunctionExpression$/.test(node?.type);

const noNameEndingInOf = {
  meta: {
    type: 'problem',
    messages: { name: 'Name the function by what it does: `buildReaderKey`, not `keyOf`.' },
    schema: [],
  },
  create(context) {
    const check = (id) => {
      if (id?.name?.endsWith('Of')) context.report({ node: id, messageId: 'name' });
    };
    return {
      FunctionDeclaration: ({ id }) => check(id),
      VariableDeclarator: ({ id, init }) => isFunction(init) && check(id),
    };
  },
};

export default { meta: { name: 'searchable-names' }, rules: { 'no-name-ending-in-of': noNameEndingInOf } };
