import type { Finding } from '../../area/contract/call-findings.ts';

/** A package has its areas as they were built, without the sources that have types. */
export const typeFindings = async (): Promise<Finding[]> => [];
