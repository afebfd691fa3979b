import { readDescription } from '../area/area-build.ts';
import { DeployError } from '../area/deploy-error.ts';
import { packageDir } from './area-package.ts';
import type { NamedArea } from './area-package.ts';
import { deployArea } from './deploy.ts';
import type { DeployOptions } from './deploy.ts';

/**
 * Deploys several areas, one after the other. An area that is refused does not prevent the others; at the end, throws
 * DeployError if there was one.
 */
export const deployAll = async (
  areas: readonly NamedArea[],
  options: Omit<DeployOptions, 'area' | 'later' | 'version'>,
): Promise<void> => {
  const refused: string[] = [];
  for (const [index, area] of areas.entries()) {
    const later = areas.slice(index + 1).map((each) => readDescription(packageDir(each)));
    try {
      await deployArea({ ...options, area, later });
    } catch (error) {
      if (!(error instanceof DeployError)) throw error;
      options.log(`${error.message}\n`);
      refused.push(area.id);
    }
  }
  const summary = `${areas.length - refused.length} of ${areas.length} areas are deployed`;
  if (refused.length > 0) throw new DeployError('would-break', `${summary}; not ${refused.join(', ')}.`);
  options.log(`${summary}.`);
};
