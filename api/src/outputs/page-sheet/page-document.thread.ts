import { serveDrawings } from '../activity-sheet/pdf/serve-drawings.ts';
import { pageDocument } from './page-document.ts';

serveDrawings(pageDocument);
