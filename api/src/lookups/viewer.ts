import type { Session } from '../platform/session.ts';

/** For whom something is looked up: what they may see, and whether under its true name. */
export type Viewer = Pick<Session, 'scope' | 'blinded'>;
