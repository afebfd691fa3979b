// pnpm deliveries [hold | release]: whether deliveries are held since a restore, and what is due of them.
import { deliveriesUsage, runDeliveries } from '@readerlens/api';
import { printOr, runCli } from '../run-cli.ts';

await runCli(async () => printOr(deliveriesUsage, await runDeliveries(process.argv.slice(2))));
