// Runs in a separate thread: drawing is synchronous and would block all other requests.
import { parentPort, workerData } from 'node:worker_threads';
import { pageDocument } from './page-document.ts';
import type { PageSheet } from './page-sheet.ts';

const bytes = await pageDocument(workerData as PageSheet);
parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer]);
