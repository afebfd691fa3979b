import type { AccessRule, DeclaredName, FeatureFlags, FeatureName } from '../vocabulary.ts';

export type { AccessRule };

/** A route that an area offers. `path` is a react-router pattern from the root of the page. */
export interface AreaRoute {
  path: string;
  title: string;
  /** Matches only the path itself, nothing below it. */
  exact?: boolean;
  access: AccessRule;
  /** Feature flag without which the route is refused, for a page without its own menu entry. */
  feature?: FeatureName;
  /** Shown without sidebar and top bar. */
  bare?: boolean;
}

/** The icons of Lucide that the shell draws in its menus. */
export const navIcons = [
  'activity',
  'bell-ring',
  'book-open',
  'building-2',
  'calendar-days',
  'chart-column',
  'chart-spline',
  'clipboard-check',
  'clipboard-list',
  'file-chart-column',
  'files',
  'git-compare-arrows',
  'handshake',
  'layout-dashboard',
  'lightbulb',
  'mail',
  'newspaper',
  'presentation',
  'search',
  'settings',
  'square-activity',
  'target',
  'trending-up',
  'user-plus',
  'users',
] as const;
export type NavIconName = (typeof navIcons)[number];

/** SVG path data that an area brings as its icon: lines two units wide on a grid of 24 by 24. */
export type IconPath = `M${string}`;

/** Whether an icon is drawn from its path data instead of its name. Path data begins with a move to a point. */
export const isIconPath = (icon: string): icon is IconPath => /^M\s*[-.\d]/.test(icon);

const normalized = (name: string) => name.replaceAll('-', '').toLowerCase();

/** The icon for either of Lucide's spellings, 'chart-column' or 'ChartColumn'; undefined if unknown. */
export const findNavIcon = (name: string): NavIconName | undefined =>
  navIcons.find((icon) => normalized(icon) === normalized(name));

/** A count beside a menu entry. */
export interface NavigationBadge {
  /** A GET without parameters that returns `{ count }`. Made only while the user may use the entry. */
  call: `GET /api/${string}`;
  /** What is counted, for screen readers: 'unread'. */
  label: string;
}

/** An entry of the sidebar or of the admin menu. */
export interface AreaNavigation {
  /** 'Admin' is the admin menu; any other is a group of the sidebar; 'A/B' is group B inside group A. */
  group: string;
  label: string;
  to: string;
  /** One of `navIcons` or an `IconPath`. A name that the shell does not know, as of an area deployed earlier, is shown as a dot. */
  icon?: string;
  order: number;
  access: AccessRule;
  /** Feature flag without which the entry is disabled (a paid feature) or left out. */
  feature?: FeatureName;
  badge?: NavigationBadge;
}

/** What other areas add to a slot. */
export const slotKinds = ['links', 'widgets', 'marks'] as const;
export type SlotKind = (typeof slotKinds)[number];

/**
 * A place in the screens of an area where other areas add links, widgets or marks. A change that takes away a value of its context
 * needs a new version.
 */
export interface AreaSlot {
  /** Its id, of area, name and version: 'analytics/reader-actions/v1'. */
  slot: string;
  /** Absent in slots for links. */
  kind?: SlotKind;
  /**
   * Names of the values that a link may use in its address, and that a widget gets. They are ids, which Blinded Mode shows, or
   * parts of an address.
   */
  context: string[];
}

/** A link that an area adds to a slot. It needs no code, so that nothing of the area is loaded before a user follows it. */
export interface AreaLink {
  slot: string;
  label: string;
  /** One of `navIcons` or an `IconPath`, as of a menu entry. */
  icon?: string;
  order: number;
  /** A route of the area with values of the slot's context: '/notification/new/1?reader={reader}'. */
  to: string;
  access: AccessRule;
  feature?: FeatureName;
  /**
   * For users who lack only the claim of `access`: what the link is for, and who can give them the right. It is shown on request,
   * where a slot shows labels. Without it, such users see nothing.
   */
  withoutClaim?: string;
}

/** A component that an area adds to a slot. Its code loads after the page that it stands in. */
export interface AreaWidget {
  slot: string;
  /** Unique in its area. It is built from `src/NAME.widget.ts`, and Area Health shows it. */
  name: string;
  /** For messages: 'Unread alerts'. */
  label: string;
  order: number;
  /** The room in pixels that it has from the beginning, so that the page does not move when it arrives. */
  minHeight: number;
  access: AccessRule;
  feature?: FeatureName;
}

/**
 * A function by which an area marks some rows of a list. It gets all rows at once, never one by one, after the list is shown. Its
 * code loads then.
 */
export interface AreaMarks {
  slot: string;
  /** Unique in its area, also among its widgets. It is built from `src/NAME.marks.ts`, and Area Health shows it. */
  name: string;
  /** For messages: 'Rows with an alert'. */
  label: string;
  order: number;
  access: AccessRule;
  feature?: FeatureName;
}

/** What a slot knows about the thing that it stands beside. A link that needs a missing value is not shown. */
export type SlotContext = Readonly<Record<string, string | null | undefined>>;

const placeholder = /\{([A-Za-z]+)\}/g;

/** The names of the values that an address needs. */
export const listPlaceholders = (to: string): string[] =>
  [...to.matchAll(placeholder)].map(([, name]) => name!);

/** Characters that need no escape in a query and keep the filters of an address readable. */
const readable = /%(?:3A|3B|2C)/g;

/** The address with the values of a context; undefined if one is missing. */
export const fillAddress = (to: string, context: SlotContext): string | undefined =>
  listPlaceholders(to).some((name) => typeof context[name] !== 'string')
    ? undefined
    : to.replaceAll(placeholder, (_, name: string) =>
        encodeURIComponent(context[name]!).replaceAll(readable, decodeURIComponent),
      );

/** A permission that an area declares. Users who may change an account give it there. */
export interface DeclaredClaim {
  /** Its name within the area: 'edit' of `area:notes:edit`. */
  name: string;
  /** What the form of an account calls it. */
  label: string;
  /** What it allows, in a sentence. */
  description?: string;
}

/** A feature flag that an area declares. The operator turns it on or off for an installation. */
export interface DeclaredSwitch {
  /** Its name within the area: 'drafts' of `area:notes:drafts`. */
  name: string;
  /** What a deploy calls it. */
  label: string;
  default: boolean;
}

/** A claim as access rules and sessions name it, and a switch as `feature` names it. */
export const formatDeclaredName = (areaId: string, name: string): DeclaredName => `area:${areaId}:${name}`;

/** The flags of an installation, with the defaults of the switches that it does not set. */
export const withSwitches = (
  features: FeatureFlags,
  { areas }: { readonly areas: readonly AreaDescription[] },
): FeatureFlags => ({
  ...Object.fromEntries(
    areas.flatMap(({ id, switches = [] }) =>
      switches.map((each) => [formatDeclaredName(id, each.name), each.default]),
    ),
  ),
  ...features,
});

/** What an area may leave on the page after it was unmounted, or do to it. */
export const leftoverResources = ['nodes', 'listeners', 'timers', 'patched', 'late'] as const;

/** One deployed version of an area: everything that the shell has to fetch for it. */
export interface AreaVersion {
  version: string;
  /** Global that the entry script defines. */
  container: string;
  /** Address of the directory of this version, ending in '/'. */
  base: string;
  /** Entry script, relative to `base`. */
  entry: string;
  /** Exposed module. */
  module: string;
  /** Scripts and styles that the first screen needs besides the entry, relative to `base`. */
  preload: string[];
  /** Shared packages that it takes from the shell, by request. */
  consumes: string[];
  /** Subresource integrity of every file, by its path relative to `base`. */
  integrity: Record<string, string>;
  /** The commit of its sources, with '-dirty' if some were not committed; absent in older builds and without git. */
  commit?: string;
  /** When it was built, as an ISO instant; absent in older builds. */
  builtAt?: string;
  /** What each widget, and each function for marks, needs besides the entry, by its name, as `preload`; absent without any. */
  widgetFiles?: Record<string, string[]>;
}

/** What an area declares in its area.json. */
export interface AreaDescription {
  id: string;
  name: string;
  routes: AreaRoute[];
  navigation: AreaNavigation[];
  slots?: AreaSlot[];
  links?: AreaLink[];
  claims?: DeclaredClaim[];
  switches?: DeclaredSwitch[];
  /** The team that answers for it. */
  owner?: string;
  /** The address of its sources; not every one can be opened in a browser. */
  repository?: string;
  widgets?: AreaWidget[];
  marks?: AreaMarks[];
  /** Whether it needs a service of its own, below `/api/x/ID/`, which the operator of the product allows. */
  backend?: boolean;
}

/** The parts of an object that are there, of those with the given names. */
const pickPresent = <T extends object, K extends keyof T>(value: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(
    names.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]])),
  ) as Pick<T, K>;

/** What an area.json says of an area. */
export const pickDescription = (area: AreaDescription): AreaDescription =>
  pickPresent(area, [
    'id',
    'name',
    'routes',
    'navigation',
    'slots',
    'links',
    'claims',
    'switches',
    'widgets',
    'marks',
    'backend',
    'owner',
    'repository',
  ]);

/** Where a version comes from. */
export type AreaProvenance = Pick<AreaDescription, 'owner' | 'repository'> &
  Pick<AreaVersion, 'commit' | 'builtAt'>;

/** Where a version comes from, as far as its manifest says. */
export const pickProvenance = (area: AreaProvenance): AreaProvenance =>
  pickPresent(area, ['owner', 'repository', 'commit', 'builtAt']);

/** The fields of a version that a page needs. */
export const pickVersion = (area: AreaVersion): AreaVersion =>
  pickPresent(area, [
    'version',
    'container',
    'base',
    'entry',
    'module',
    'preload',
    'consumes',
    'integrity',
    'widgetFiles',
    'commit',
    'builtAt',
  ]);

/** A JSON schema as OpenAPI documents write it, without prose. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a caller sends with a call and expects in the response. Absent parts are not sent. */
export interface CallShape {
  params?: JsonSchema;
  query?: JsonSchema;
  body?: JsonSchema;
  /** The response envelope; absent for a call that returns a file. */
  answer?: JsonSchema;
}

/**
 * A version as stored next to its files, as `area.json`: what a deploy, a rollback or a preview puts into a
 * registry, and what the version requires of shell and API.
 */
export interface AreaManifest extends AreaDescription, AreaVersion {
  /** Version range of each shared package that the shell must provide, by request. */
  requires: Record<string, string>;
  /** Names that the version imports from each of those, '*' for all; absent in manifests of older builds. */
  takes?: Record<string, string[]>;
  /** Each call that the area makes, with its contract at the time the area was built. */
  calls: Record<string, CallShape>;
}

/**
 * Who gets a canary: each ring has the people of those before it. 'clients' are those of which all clients have early access; a
 * number is a percentage of all people.
 */
export const canaryRings = ['staff', 'clients', '5', '25', '50', '100'] as const;
export type CanaryRing = (typeof canaryRings)[number];

/** Who is in each ring, as part of a sentence. */
export const ringNames: Readonly<Record<CanaryRing, string>> = {
  staff: 'staff',
  clients: 'staff and clients with early access',
  '5': '5 % of all people',
  '25': '25 % of all people',
  '50': '50 % of all people',
  '100': 'everybody',
};

/** A version that some people get in place of the deployed one, with the same routes, access and slots. */
export interface AreaCanary extends AreaVersion {
  /** Id of the release. Each release has other people in its rings. */
  release: string;
  ring: CanaryRing;
}

/** An area as deployed. */
export interface AreaEntry extends AreaDescription, AreaVersion {
  /** The version to fall back to: the last good one that was live before and that visits have proven. */
  previous?: AreaVersion;
  /** Added by the server while a canary of this version runs; not in the registry of a store. */
  canary?: AreaCanary;
}

/** What connects the shell to its areas; read at run time, changed only by deploys. */
export interface Registry {
  areas: AreaEntry[];
}

/** Path patterns of the pages of the shell for people without a session. */
export const publicPaths = [
  '/login',
  '/login/provider',
  '/set-password/:token',
  '/register/:token',
  '/forgot-password',
  '/unsubscribe/:token',
] as const;

/** Path patterns reserved for the shell and its server; no area may offer a route there. */
export const reservedPaths = [
  ...publicPaths,
  '/error',
  '/admin/area-health',
  '/admin/operations',
  '/l/:id',
  '/shell/*',
  '/areas/*',
  '/api/*',
  '/dev/*',
  '/registry.json',
  '/metrics',
] as const;
