// The examples for systemd and containers, compared with the package that they run.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stopDeadlineMs } from '@readerlens/api/deadlines';
import { settings } from '@readerlens/api/settings';
import { validate } from 'dockerfile-utils';
import { packagedCommands } from '../package/packaged-commands.ts';
import { repositoryRoot } from '../paths.ts';

const read = (name: string) => readFileSync(path.join(repositoryRoot, 'docs', 'deploy', name), 'utf8');
const unit = read('readerlens.service');
const containerfile = read('Containerfile');

const listValues = (key: string) =>
  [...unit.matchAll(/^([A-Za-z]+)=(.*)$/gm)].flatMap(([, name, value = '']) => (name === key ? [value] : []));

/** The script of the package that a command line starts, and the command that it gets. */
const expectPackaged = (script: string | undefined, command: string | undefined) => {
  expect(path.posix.dirname(script ?? '')).toBe('/opt/readerlens');
  const source = path.join(repositoryRoot, 'tooling', 'src', 'package', path.posix.basename(script ?? ''));
  expect([existsSync(source), packagedCommands.includes(command ?? '')]).toEqual([true, true]);
};

describe('the unit for systemd', () => {
  const environment = new Map(listValues('Environment').map((text) => text.split('=') as [string, string]));

  it('sets what are settings of the product', () => {
    expect(environment.size).toBeGreaterThan(2);
    expect([...environment.keys()].filter((name) => !Object.hasOwn(settings, name))).toEqual([]);
  });

  it('starts the package', () => {
    const [program, script, command] = listValues('ExecStart')[0]?.split(' ') ?? [];
    expect(program).toBe('/usr/bin/node');
    expectPackaged(script, command);
  });

  it('gives the process the time to drain and to answer pending requests', () => {
    const needed = Number(environment.get('DRAIN_SECONDS')) + stopDeadlineMs / 1000;
    expect(Number(listValues('TimeoutStopSec')[0])).toBeGreaterThan(needed);
  });

  it('keeps the data in the one folder that the process may write', () => {
    const folder = path.posix.join('/var/lib', listValues('StateDirectory')[0] ?? '');
    expect([environment.get('DATA_DIR'), listValues('WorkingDirectory')]).toEqual([folder, [folder]]);
  });
});

describe('the Containerfile', () => {
  it('has no mistakes', () => {
    expect(validate(containerfile)).toEqual([]);
  });

  it('has the Node that packages need', () => {
    const { dependencies } = JSON.parse(readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8')) as {
      dependencies: { node: string };
    };
    const [, major] = /^FROM \S+\/node:(\d+)-/m.exec(containerfile) ?? [];
    expect(major).toBe(dependencies.node.split('.')[0]);
  });

  it('sets what are settings of the product', () => {
    const [, block = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(containerfile) ?? [];
    const names = Array.from(block.matchAll(/(\w+)=/g), ([, name = '']) => name);
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((name) => !Object.hasOwn(settings, name))).toEqual([]);
  });

  it('starts the package', () => {
    const [, entry = '[]'] = /^ENTRYPOINT (.*)$/m.exec(containerfile) ?? [];
    const [, command = '[]'] = /^CMD (.*)$/m.exec(containerfile) ?? [];
    const [program, script] = JSON.parse(entry) as string[];
    expect(program).toBe('node');
    expectPackaged(script, (JSON.parse(command) as string[])[0]);
  });
});
