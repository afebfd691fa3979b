import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';

interface Manifest {
  name: string;
  exports?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

interface Package {
  folder: string;
  manifest: Manifest;
}

const scope = '@readerlens/';

/** Which workspace packages a package may import; areas are `mf-*`. Nothing may import an area. */
const allowed: Record<string, readonly string[]> = {
  contract: [],
  auth: ['contract'],
  filters: ['auth', 'contract'],
  ui: ['auth', 'contract', 'filters'],
  shell: ['auth', 'contract', 'filters', 'ui'],
  'mf-*': ['auth', 'contract', 'filters', 'ui'],
  // The server takes only what has no browser in it.
  api: ['contract', 'filters/model', 'filters/testing'],
  tooling: ['api', 'contract'],
  // For the area that its tests deploy.
  e2e: ['ui'],
};

/** Libraries that stand behind one package only. */
const reserved: readonly { pattern: RegExp; owner: string }[] = [
  { pattern: /^@chakra-ui\//, owner: 'ui' },
  { pattern: /^@nivo\//, owner: 'ui' },
  { pattern: /^@emotion\//, owner: 'ui' },
];

const isTest = (file: string) =>
  /\/e2e\/|\.test\.tsx?$|\/testing\/|jest\.config|webpack\.config|playwright\.config/.test(file);

const sourcesUnder = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true })
    .filter(({ name }) => !['node_modules', 'dist', 'fixtures', 'test-results'].includes(name))
    .flatMap((entry) => {
      const file = path.join(dir, entry.name);
      if (entry.isDirectory()) return sourcesUnder(file);
      return /\.(tsx?|mts)$/.test(entry.name) ? [file] : [];
    });

/** Statements at the start of a line, and dynamic imports; what stands inside a text is none. */
const importPatterns = [
  /^\s*(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"\n]+)['"]/gm,
  /^\s*import\s*['"]([^'"\n]+)['"]/gm,
  /\bimport\(\s*(?:\/\*.*?\*\/\s*)?['"]([^'"\n]+)['"]/g,
];

/** The bare specifiers that a source text imports. */
export const importsOf = (text: string): string[] =>
  importPatterns
    .flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1]!))
    .filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:'));

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const rulesOf = (shortName: string) => allowed[shortName.startsWith('mf-') ? 'mf-*' : shortName] ?? [];

const workspaceProblem = (
  own: string,
  specifier: string,
  packages: readonly Package[],
): string | undefined => {
  const wanted = specifier.slice(scope.length);
  const target = wanted.split('/')[0]!;
  const rules = rulesOf(own);
  const isTooling = target === 'tooling';
  if (target !== own && !isTooling && !rules.includes(target) && !rules.includes(wanted)) {
    return `${scope}${own} may not import ${specifier}`;
  }
  const manifest = packages.find(({ manifest: { name } }) => name === scope + target)?.manifest;
  const door = wanted === target ? '.' : `.${wanted.slice(target.length)}`;
  return manifest?.exports?.[door] ? undefined : `${specifier} is not a public door of ${scope}${target}`;
};

const problemOf = (
  pkg: Package,
  file: string,
  specifier: string,
  packages: readonly Package[],
): string | undefined => {
  const own = pkg.manifest.name.slice(scope.length);
  const name = packageOf(specifier);
  const owner = reserved.find(({ pattern }) => pattern.test(specifier))?.owner;
  if (owner && owner !== own) return `${specifier} is imported by ${scope}${owner} only`;
  if (builtinModules.includes(specifier)) return `write node:${specifier}`;
  const declared = {
    ...pkg.manifest.dependencies,
    ...(isTest(file) ? pkg.manifest.devDependencies : {}),
  };
  if (!(name in declared)) return `${name} is not declared in ${pkg.folder}/package.json`;
  if (specifier.startsWith(scope) && specifier.endsWith('/testing') && !isTest(file))
    return `${specifier} is for tests only`;
  return name.startsWith(scope) ? workspaceProblem(own, specifier, packages) : undefined;
};

/** The workspace packages below `root`: every folder with a package.json. */
const packagesOf = (root: string): Package[] =>
  readdirSync(root)
    .filter((folder) => existsSync(path.join(root, folder, 'package.json')))
    .map((folder) => ({
      folder,
      manifest: JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Manifest,
    }));

/**
 * Imports that go the wrong way, past a package's doors, or to a package that is not declared; each as
 * `file: reason`. Empty when the architecture holds.
 */
export const boundaryProblems = (root: string): string[] => {
  const packages = packagesOf(root);
  return packages.flatMap((pkg) =>
    sourcesUnder(path.join(root, pkg.folder)).flatMap((file) =>
      importsOf(readFileSync(file, 'utf8')).flatMap((specifier) => {
        const problem = problemOf(pkg, file, specifier, packages);
        return problem ? [`${path.relative(root, file)}: ${problem}`] : [];
      }),
    ),
  );
};
