import type { AreaCanary, AreaEntry, AreaRoute, AreaVersion } from './registry.ts';
import { isRecord } from '../guards.ts';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string' && value !== '';

const checkEach =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const isAbsentOr =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

const isHash: Check = (value) => typeof value === 'string' && /^sha(?:256|384|512)-[\w+/]+=*$/.test(value);
const isPath: Check = (value) => typeof value === 'string' && value.startsWith('/');
/** Whether a value is a valid route of an area. */
export const isRoute = (value: unknown): value is AreaRoute =>
  isRecord(value) && isPath(value['path']) && isText(value['title']) && isRecord(value['access']);

/** Its call carries the session's token, so it may only go to the API. */
const isBadge: Check = (value) =>
  isRecord(value) && isText(value['label']) && /^GET \/api\/[^\s{}?#]+$/.test(String(value['call']));
const isNavigation: Check = (value) =>
  isRecord(value) &&
  isText(value['group']) &&
  isText(value['label']) &&
  isPath(value['to']) &&
  typeof value['order'] === 'number' &&
  isRecord(value['access']) &&
  isAbsentOr(isBadge)(value['badge']);

const isSlot: Check = (value) =>
  isRecord(value) &&
  isText(value['slot']) &&
  isAbsentOr(isText)(value['kind']) &&
  checkEach(isText)(value['context']);
const isLink: Check = (value) =>
  isRecord(value) &&
  isText(value['slot']) &&
  isText(value['label']) &&
  isPath(value['to']) &&
  typeof value['order'] === 'number' &&
  isRecord(value['access']) &&
  isAbsentOr(isText)(value['withoutClaim']);

const isClaim: Check = (value) => isRecord(value) && isText(value['name']) && isText(value['label']);
const isWidget: Check = (value) =>
  isRecord(value) &&
  isText(value['slot']) &&
  isText(value['name']) &&
  isText(value['label']) &&
  typeof value['order'] === 'number' &&
  typeof value['minHeight'] === 'number' &&
  isRecord(value['access']);

const isMarks: Check = (value) =>
  isRecord(value) &&
  isText(value['slot']) &&
  isText(value['name']) &&
  isText(value['label']) &&
  typeof value['order'] === 'number' &&
  isRecord(value['access']);

const isSwitch: Check = (value) =>
  isRecord(value) && isText(value['name']) && isText(value['label']) && typeof value['default'] === 'boolean';

/** The properties of a version that the page uses, except where its files are. */
const versionShape: Partial<Record<keyof AreaVersion, Check>> = {
  version: isText,
  container: isText,
  entry: isText,
  module: isText,
  preload: checkEach(isText),
  consumes: checkEach(isText),
  integrity: (value) => isRecord(value) && Object.values(value).every(isHash),
  commit: isAbsentOr(isText),
  builtAt: isAbsentOr(isText),
  widgetFiles: isAbsentOr((value) => isRecord(value) && Object.values(value).every(checkEach(isText))),
};

/** The properties of an area that the page uses, besides its version. */
const areaShape: Partial<Record<keyof AreaEntry, Check>> = {
  id: isText,
  name: isText,
  routes: checkEach(isRoute),
  navigation: checkEach(isNavigation),
  slots: isAbsentOr(checkEach(isSlot)),
  links: isAbsentOr(checkEach(isLink)),
  claims: isAbsentOr(checkEach(isClaim)),
  switches: isAbsentOr(checkEach(isSwitch)),
  owner: isAbsentOr(isText),
  repository: isAbsentOr(isText),
  widgets: isAbsentOr(checkEach(isWidget)),
  marks: isAbsentOr(checkEach(isMarks)),
  backend: isAbsentOr((value) => typeof value === 'boolean'),
};

const matchesShape = (
  value: unknown,
  shape: Readonly<Record<string, Check>>,
): value is Record<string, unknown> =>
  isRecord(value) && Object.entries(shape).every(([name, check]) => check(value[name]));

/** Whether a value describes an area in one version, except for where its files are. */
export const isDescribedArea = (value: unknown): value is Omit<AreaEntry, 'base' | 'previous'> =>
  matchesShape(value, areaShape) && matchesShape(value, versionShape);

const isVersion = (value: unknown): value is AreaVersion =>
  matchesShape(value, versionShape) && isText(value['base']);

const isCanary: Check = (value) =>
  isVersion(value) &&
  isText((value as Partial<AreaCanary>).release) &&
  isText((value as Partial<AreaCanary>).ring);

/** Whether a value is a valid area entry of a registry. */
export const isAreaEntry = (value: unknown): value is AreaEntry =>
  matchesShape(value, areaShape) &&
  isVersion(value) &&
  isAbsentOr(isVersion)((value as Partial<AreaEntry>).previous) &&
  isAbsentOr(isCanary)((value as Partial<AreaEntry>).canary);
