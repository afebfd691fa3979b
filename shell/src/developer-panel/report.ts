import type { PageArea } from './describe-areas.ts';
import type { SharedPackage } from './shared-packages.ts';

interface Facts {
  areas: readonly PageArea[];
  packages: readonly SharedPackage[];
}

/** The facts as JSON, to paste into a ticket. Without the query of the address, which can name people and clients. */
export const buildReport = ({ areas, packages }: Facts): string =>
  JSON.stringify(
    {
      page: `${location.origin}${location.pathname}`,
      at: new Date().toISOString(),
      browser: navigator.userAgent,
      areas: areas.filter(({ state }) => state),
      packages,
    },
    null,
    2,
  );
