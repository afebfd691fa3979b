import { setFlagsFromString } from 'node:v8';

/**
 * Lets memory of buffers count towards the limit of the heap, as later versions of V8 do by themselves. Node 24 begins a full collection for each
 * 64 MB of new buffers instead, however short-lived they are, and one large answer of the database takes as much (nodejs/node#61967).
 * A version of Node without the setting says so on stderr and runs on.
 */
export const countBuffersInHeapLimit = (): void =>
  setFlagsFromString('--external-memory-accounted-in-global-limit');
