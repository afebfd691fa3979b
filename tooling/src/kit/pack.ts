// Runs as a separate process of the server, which must not wait for it, with little priority:
//   node pack.ts
// Prints the version and the path of the area kit as JSON.
import { setPriority } from 'node:os';
import { buildKit } from './build-kit.ts';

setPriority(10);
process.stdout.write(JSON.stringify(await buildKit()));
