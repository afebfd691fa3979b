import { serveDrawings } from '../activity-sheet/pdf/serve-drawings.ts';
import { formDocument } from './form-document.ts';

serveDrawings(formDocument);
