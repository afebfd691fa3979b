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

// webpack exports these classes only by path.
const require = createRequire(import.meta.url);
const LoadScript = require('webpack/lib/runtime/LoadScriptRuntimeModule') as RuntimeModule<CreateScriptHooks>;
const CssLoading = require('webpack/lib/css/CssLoadingRuntimeModule') as RuntimeModule<CreateStylesheetHooks>;

/**
 * Integrity applies only to CORS requests, so these are used on the page's own origin as well. Older shells do not have
 * readerlensAddress, which provides the address of a retry.
 */
const withIntegrity = (element: string, address: string) => (source: string) =>
  `${source}
${element}.crossOrigin = 'anonymous';
${element}.integrity = self.readerlensIntegrity(${address});
${address} = self.readerlensAddress?.(${address}) ?? ${address};`;

/**
 * Loads chunks with their integrity. The shell looks it up in the registry, and returns a hash that no file matches for
 * files outside the registry.
 */
export class IntegrityPlugin {
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('IntegrityPlugin', (compilation) => {
      LoadScript.getCompilationHooks(compilation).createScript.tap(
        'IntegrityPlugin',
        withIntegrity('script', 'script.src'),
      );
      CssLoading.getCompilationHooks(compilation).createStylesheet.tap(
        'IntegrityPlugin',
        withIntegrity('link', 'link.href'),
      );
    });
  }
}
