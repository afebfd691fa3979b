import type { Session } from '../people/session.ts';

/** What a viewer may see, and whether names are replaced by pseudonyms. */
export type Viewer = Pick<Session, 'scope' | 'blinded'>;
