// pnpm deliveries [hold | release]: whether deliveries are held since a restore, and what is due of them.
import { runDeliveries } from '@readerlens/api';

process.exitCode = await runDeliveries(process.argv.slice(2));
