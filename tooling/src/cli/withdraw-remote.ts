// pnpm withdraw-remote AREA: takes an area out of what is live. See docs/deploying-a-remote.md.
import { findArea } from '../deploy/area-package.ts';
import { runCommand, say } from '../deploy/run-command.ts';
import { targetOf } from '../deploy/settings.ts';
import { withdrawArea } from '../deploy/withdraw.ts';

const usage = `Usage: npm run withdraw-remote -- AREA [options]

Takes an area out: its routes and menu entries go, its files stay.

  --to TARGET      folder or s3://bucket/prefix; AREAS_STORE, else this checkout's own
  --channel NAME   which registry is changed; AREAS_CHANNEL, else production
`;

const options = { to: { type: 'string' }, channel: { type: 'string' } } as const;

await runCommand(usage, options, async ({ name, values }) => {
  await withdrawArea({ ...targetOf(values), id: findArea(name).id, say });
});
