// readerlens-area create ID: writes an area with one screen into a team's own repository.
import { formatAreaName } from '../create/create-area.ts';
import { createTeamArea } from '../create/create-team-area.ts';
import { runCommand } from '../deploy/run-command.ts';
import { log } from '../log.ts';
import { repositoryRoot } from '../paths.ts';
import { formatCommand } from '../workplace.ts';

const usage = `Usage: ${formatCommand('create')} ID [--name NAME]

Writes an area with one screen into this folder. ID consists of lowercase letters, digits and hyphens; NAME is the
displayed name.
`;

await runCommand(usage, { name: { type: 'string' } }, async ({ name: id, values }) => {
  createTeamArea(repositoryRoot, { id, name: values.name ?? formatAreaName(id) });
  log('Created the area. Next:');
  log('  npm install');
  log(`  ${formatCommand('dev')} . --shell URL`);
  log(`  ${formatCommand('deploy')} . --shell URL`);
});
