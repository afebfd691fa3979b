// Runs in a separate thread: drawing is synchronous and would block all other requests.
import { parentPort, workerData } from 'node:worker_threads';
import { sheetsDocument } from './sheets-document.ts';
import type { SheetsJob } from './sheets-document.ts';

const bytes = await sheetsDocument(workerData as SheetsJob);
parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer]);
