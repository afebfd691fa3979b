// Lint rule for forms: they save through the form kit, see docs/decisions/0038-form-kit.md.

/** Schemas are data: they are in files of their own, without a form. */
const isSchema = (filename) => /[-/]schema\.ts$/.test(filename);

const ownForm = {
  meta: {
    type: 'problem',
    messages: {
      form: 'Use `useForm` and `Form` of @readerlens/ui.',
      schema: 'Put the schema into a file `…-schema.ts`.',
    },
    schema: [],
  },
  create(context) {
    const report = (node, messageId) => context.report({ node, messageId });
    return {
      ImportDeclaration(node) {
        if (node.source.value === 'formik') report(node, 'form');
        if (node.source.value === 'yup' && !isSchema(context.filename)) report(node, 'schema');
      },
      JSXOpeningElement(node) {
        const { name, attributes } = node;
        const submits = attributes.some((attribute) => attribute.name?.name === 'onSubmit');
        if (name.name === 'Formik' || (name.name === 'form' && submits)) report(node, 'form');
      },
      CallExpression(node) {
        if (node.callee.name === 'useFormik') report(node, 'form');
      },
    };
  },
};

export default { meta: { name: 'form-kit' }, rules: { 'no-own-form': ownForm } };
