import type { ApiScope } from './route.ts';
import type { Services } from './services.ts';

/** A feature binds calls of the contract to its services. */
export type Feature = (scope: ApiScope, services: Services) => void;
