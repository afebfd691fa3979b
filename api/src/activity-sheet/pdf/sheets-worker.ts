// Runs in a thread of its own: drawing computes synchronously and would hold up every other request.
import { parentPort, workerData } from 'node:worker_threads';
import { sheetsDocument } from './sheets-document.ts';
import type { SheetsJob } from './sheets-document.ts';

const bytes = sheetsDocument(workerData as SheetsJob);
parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer]);
