import { createRequire } from 'node:module';
import type { Compilation, Compiler } from 'webpack';

interface CreateScriptHooks {
  createScript: { tap: (name: string, change: (source: string) => string) => void };
}
interface CreateStylesheetHooks {
  createStylesheet: { tap: (name: string, change: (source: string) => string) => void };
}
interface RuntimeModule<Hooks> {
  getCompilationHooks: (compilation: Compilation) => Hooks;
}

// webpack exports the hooks' owners by path only.
const require = createRequire(import.meta.url);
const LoadScript = require('webpack/lib/runtime/LoadScriptRuntimeModule') as RuntimeModule<CreateScriptHooks>;
const CssLoading = require('webpack/lib/css/CssLoadingRuntimeModule') as RuntimeModule<CreateStylesheetHooks>;

/**
 * Integrity counts for requests with CORS only, so it is asked for on the page's own origin too. A shell that is older
 * than the area knows no addresses for what is asked for again.
 */
const guarded = (element: string, address: string) => (source: string) =>
  `${source}
${element}.crossOrigin = 'anonymous';
${element}.integrity = self.readerlensIntegrity(${address});
${address} = self.readerlensAddress?.(${address}) ?? ${address};`;

/**
 * Chunks are fetched with the integrity that the page knows for them; the shell answers it from the registry, and
 * answers one that nothing fits for a file that no registry names.
 */
export class IntegrityPlugin {
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('IntegrityPlugin', (compilation) => {
      LoadScript.getCompilationHooks(compilation).createScript.tap(
        'IntegrityPlugin',
        guarded('script', 'script.src'),
      );
      CssLoading.getCompilationHooks(compilation).createStylesheet.tap(
        'IntegrityPlugin',
        guarded('link', 'link.href'),
      );
    });
  }
}
