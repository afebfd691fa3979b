// Runs in a separate thread: drawing is synchronous and would block all other requests.
import { parentPort, workerData } from 'node:worker_threads';
import { formDocument } from './form-document.ts';
import type { FormSheet } from './form-sheet.ts';

const bytes = await formDocument(workerData as FormSheet);
parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer]);
