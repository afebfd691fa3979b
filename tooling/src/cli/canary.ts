// pnpm canary AREA: gives a new version of an area to some people first. See docs/deploying-a-remote.md.
import { canaryRings } from '@readerlens/contract/registry';
import type { CanaryRing } from '@readerlens/contract/registry';
import { DeployError } from '../area/deploy-error.ts';
import { findArea } from '../deploy/area-package.ts';
import { runCommand } from '../deploy/run-command.ts';
import { readTokenTarget, tokenVariable } from '../deploy/settings.ts';
import { orderCanary } from '../deploy/through-server.ts';
import type { CanaryOrder } from '../deploy/through-server.ts';
import { log } from '../log.ts';
import { formatCommand } from '../workplace.ts';

const usage = `Usage: ${formatCommand('canary')} AREA [options]

Gives an uploaded version to some people, in place of the deployed one. Exactly one of:

  --version V      begin with this version, for staff
  --ring RING      give it to more or fewer people: ${canaryRings.join(', ')} (per cent)
  --pause          give everybody the deployed version for now
  --resume         continue
  --stop           end it
  --promote        make it the deployed version

  --shell URL      the product; default: PUBLIC_URL, else http://localhost:4000

Needs a deploy token of the area in ${tokenVariable}.
`;

const options = {
  shell: { type: 'string' },
  version: { type: 'string' },
  ring: { type: 'string' },
  pause: { type: 'boolean' },
  resume: { type: 'boolean' },
  stop: { type: 'boolean' },
  promote: { type: 'boolean' },
} as const;

const isRing = (text: string): text is CanaryRing => (canaryRings as readonly string[]).includes(text);

const readRing = (text: string): CanaryRing => {
  if (isRing(text)) return text;
  throw new DeployError('usage', `--ring must be one of ${canaryRings.join(', ')}.`);
};

interface Values {
  version?: string;
  ring?: string;
  pause?: boolean;
  resume?: boolean;
  stop?: boolean;
  promote?: boolean;
}

const readOrder = ({ version, ring, pause, resume, stop, promote }: Values): CanaryOrder => {
  const orders: CanaryOrder[] = [
    ...(version === undefined ? [] : [{ version }]),
    ...(ring === undefined ? [] : [{ ring: readRing(ring) }]),
    ...(pause ? [{ state: 'paused' } as const] : []),
    ...(resume ? [{ state: 'running' } as const] : []),
    ...(stop ? [{ state: 'stopped' } as const] : []),
    ...(promote ? [{ promote } as const] : []),
  ];
  const [order, another] = orders;
  if (order && !another) return order;
  throw new DeployError('usage', 'Specify exactly one of the options.');
};

await runCommand(usage, options, async ({ name, values, readConfig }) => {
  const order = readOrder(values);
  const target = readTokenTarget({ shell: values.shell }, readConfig);
  if (!target) throw new DeployError('usage', `Set ${tokenVariable} to a deploy token of the area.`);
  await orderCanary({ ...target, id: findArea(name).id, log }, order);
});
