import type { Compiler } from 'webpack';
import webpack from 'webpack';

const name = 'ScopeStylesPlugin';

/**
 * Lets the stylesheets of an area apply inside its own element only, and not in that of an area inside it: selectors such as
 * `nav a`, `body` or `:root` would otherwise restyle the shell. A cascade layer would not help, because an `!important` in
 * a layer wins over one without.
 */
export class ScopeStylesPlugin {
  readonly #id: string;

  /** `id` is the area's id in area.json. */
  constructor(id: string) {
    this.#id = id;
  }

  apply(compiler: Compiler) {
    const start = `@scope ([data-area='${this.#id}']) to ([data-area]:not(:scope)) {\n`;
    const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONS;
    compiler.hooks.thisCompilation.tap(name, (compilation) =>
      compilation.hooks.processAssets.tap({ name, stage }, (assets) => {
        for (const file of Object.keys(assets).filter((asset) => asset.endsWith('.css')))
          compilation.updateAsset(file, (css) => new webpack.sources.ConcatSource(start, css, '\n}\n'));
      }),
    );
  }
}
