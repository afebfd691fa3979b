// pnpm deploy-remote AREA: builds, checks, uploads and switches one area. See docs/deploying-a-remote.md.
import { findArea } from '../deploy/area-package.ts';
import { deployArea } from '../deploy/deploy.ts';
import { runCommand, say } from '../deploy/run-command.ts';
import { addressOf, targetOf, whoami } from '../deploy/settings.ts';

const usage = `Usage: npm run deploy-remote -- AREA [options]

AREA is a folder of this checkout (mf-review), an id (review), or a path to a package with area.json and dist/.

  --to TARGET      folder or s3://bucket/prefix; AREAS_STORE, else this checkout's own
  --channel NAME   which registry is switched; AREAS_CHANNEL, else production
  --shell URL      the live shell that the area is checked against; PUBLIC_URL, else http://localhost:4000
  --base URL       where TARGET is public, when that is not the shell's own origin
  --stage          uploads without switching
  --version V      switches to a version that is uploaded already, without building
  --force          goes on although something would break
`;

const options = {
  to: { type: 'string' },
  channel: { type: 'string' },
  shell: { type: 'string' },
  base: { type: 'string' },
  stage: { type: 'boolean' },
  version: { type: 'string' },
  force: { type: 'boolean' },
} as const;

await runCommand(usage, options, async ({ name, values }) => {
  await deployArea({
    ...targetOf(values),
    area: findArea(name),
    version: values.version,
    base: addressOf('--base', values.base),
    stage: values.stage ?? false,
    force: values.force ?? false,
    by: whoami(),
    say,
  });
});
