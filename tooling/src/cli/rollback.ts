// pnpm rollback AREA: back to the last good version of an area. See docs/deploying-a-remote.md.
import { findArea } from '../deploy/area-package.ts';
import { rollBackArea } from '../deploy/roll-back.ts';
import { runCommand, say } from '../deploy/run-command.ts';
import { targetOf, whoami } from '../deploy/settings.ts';

const usage = `Usage: npm run rollback -- AREA [options]

Makes the version before the live one live again, from what lies in the store.

  --to TARGET      folder or s3://bucket/prefix; AREAS_STORE, else this checkout's own
  --channel NAME   which registry is switched; AREAS_CHANNEL, else production
  --shell URL      the live shell that the version is checked against; PUBLIC_URL, else http://localhost:4000
  --version V      this version instead of the last good one
  --force          goes on although something would break
`;

const options = {
  to: { type: 'string' },
  channel: { type: 'string' },
  shell: { type: 'string' },
  version: { type: 'string' },
  force: { type: 'boolean' },
} as const;

await runCommand(usage, options, async ({ name, values }) => {
  await rollBackArea({
    ...targetOf(values),
    id: findArea(name).id,
    version: values.version,
    force: values.force ?? false,
    by: whoami(),
    say,
  });
});
