// Runs a command of this package of Readerlens: node readerlens.mjs COMMAND. Node built-ins only, which an older Node has as well.
import { readFileSync, readdirSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const commandsFolder = new URL('tooling/src/cli/', import.meta.url);

/** The library of C that Node uses, for which native modules are built. */
const findLibc = () => {
  if (process.platform !== 'linux') return undefined;
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
};

const formatPlatform = ({ os, cpu, libc }) => `${os}-${cpu}${libc ? ` with ${libc}` : ''}`;

/** Why this package cannot run here; undefined if it can. */
const findProblem = () => {
  const { version, engines, os, cpu, libc } = manifest;
  const name = `This package of Readerlens ${version}`;
  if (process.versions.node.split('.')[0] !== engines.node)
    return `${name} needs Node ${engines.node}; this is Node ${process.versions.node}.`;
  const needed = formatPlatform({ os, cpu, libc });
  const here = formatPlatform({ os: process.platform, cpu: process.arch, libc: findLibc() });
  return needed === here ? undefined : `${name} is for ${needed}; this machine is ${here}.`;
};

const end = (text, code) => {
  process.stderr.write(`${text}\n`);
  process.exit(code);
};

const problem = findProblem();
if (problem) end(problem, 1);

const commands = readdirSync(commandsFolder).map((file) => file.replace(/\.js$/, ''));
const [command] = process.argv.splice(2, 1);
if (!commands.includes(command))
  end(
    `Readerlens ${manifest.version}\n\nUsage: node readerlens.mjs COMMAND [ARGUMENTS]\n\nCommands: ${commands.join(', ')}\n\nHow to operate it: docs/operating.md`,
    2,
  );
await import(new URL(`${command}.js`, commandsFolder).href);
