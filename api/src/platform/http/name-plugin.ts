/** Gives a plugin a name for Fastify, which looks for one without a name in all loaded modules: that takes a while in tests. */
export const namePlugin = <Plugin extends object>(name: string, plugin: Plugin): Plugin =>
  Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name });
