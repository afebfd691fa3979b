// pnpm deliveries [hold | release]: whether deliveries are held since a restore, and what is due of them.
import { deliveriesUsage, runDeliveries, startErrorText } from '@readerlens/api';

try {
  const text = await runDeliveries(process.argv.slice(2));
  process.stdout.write(`${text ?? deliveriesUsage}\n`);
  if (text === undefined) process.exitCode = 2;
} catch (error) {
  process.stderr.write(`${startErrorText(error) ?? (error as Error).stack ?? String(error)}\n`);
  process.exitCode = 1;
}
