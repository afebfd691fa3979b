import { serveDrawings } from './serve-drawings.ts';
import { sheetsDocument } from './sheets-document.ts';

serveDrawings(sheetsDocument);
