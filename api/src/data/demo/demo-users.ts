import type { ActivityType, NotificationLevel, Role } from '@readerlens/contract/vocabulary';
import type { DemoContext, DemoPart, DemoTable } from './demo-part.ts';
import type { World } from './world.ts';

export interface DemoUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  /** Empty for staff, who see all clients. */
  readonly clientIds: readonly number[];
  readonly communityIds?: readonly number[];
  readonly activityFields?: readonly string[];
  readonly deniedActivityTypes?: readonly ActivityType[];
  readonly notificationLevel?: NotificationLevel;
  readonly reviewActivities?: boolean;
  readonly marketingPerformance?: boolean;
  /** Invited, but has no password yet. */
  readonly isInvited?: boolean;
}

export const demoPassword = 'Readerlens-1';

const tags = ['AnalystTagsExist', 'AnalystTags'];
const organisations = [
  'ReaderOrgs',
  'ReaderOrgsLookup',
  'ReaderCompany',
  'Revenue',
  'OrgType',
  'ProductCategory',
];

/** The accounts that the manual lists, and more of them for the administration screens. */
export const demoUsers: readonly DemoUser[] = [
  {
    email: 'sysadmin@demo.example',
    firstName: 'Sylvane',
    lastName: 'Admin',
    role: 'SystemAdmin',
    clientIds: [],
    activityFields: tags,
    notificationLevel: 'Admin',
    reviewActivities: true,
    marketingPerformance: true,
  },
  {
    email: 'admin@demo.example',
    firstName: 'Adria',
    lastName: 'Admin',
    role: 'Admin',
    clientIds: [],
    activityFields: tags,
    notificationLevel: 'Admin',
    reviewActivities: true,
    marketingPerformance: true,
  },
  {
    email: 'internal@demo.example',
    firstName: 'Inga',
    lastName: 'Internal',
    role: 'Internal',
    clientIds: [],
    activityFields: tags,
    notificationLevel: 'Advanced',
    reviewActivities: true,
    marketingPerformance: true,
  },
  {
    email: 'client@demo.example',
    firstName: 'Clio',
    lastName: 'Client',
    role: 'Client',
    clientIds: [1, 3],
    activityFields: tags,
    notificationLevel: 'Basic',
    marketingPerformance: true,
  },
  {
    email: 'premium@demo.example',
    firstName: 'Primo',
    lastName: 'Premium',
    role: 'Premium',
    clientIds: [2],
    activityFields: [...tags, ...organisations, 'DeviceClass', 'DeviceSterile', 'DrugModality'],
    notificationLevel: 'Basic',
    marketingPerformance: true,
  },
  {
    email: 'noevents@demo.example',
    firstName: 'Nora',
    lastName: 'Noevents',
    role: 'Client',
    clientIds: [2, 4],
    deniedActivityTypes: ['Event', 'CustomerRequest'],
  },
  {
    email: 'onecommunity@demo.example',
    firstName: 'Una',
    lastName: 'Community',
    role: 'Client',
    clientIds: [1],
    communityIds: [1],
  },
  { email: 'quiet@demo.example', firstName: 'Quentin', lastName: 'Quiet', role: 'Client', clientIds: [10] },
  {
    email: 'reviewer@demo.example',
    firstName: 'Renée',
    lastName: 'Größer',
    role: 'Internal',
    clientIds: [],
    reviewActivities: true,
  },
  {
    email: 'invited@demo.example',
    firstName: 'Ivo',
    lastName: 'Invited',
    role: 'Client',
    clientIds: [5, 6],
    isInvited: true,
  },
];

/** The id of a user by the part of the e-mail address before the @; other accounts are given by their id. */
export const findUserId = (name: string | number): number =>
  typeof name === 'number' ? name : demoUsers.findIndex(({ email }) => email === `${name}@demo.example`) + 1;

/** All tags of the clients, for users below Internal who search by tags: they must have at least one. */
const listTagIds = ({ clientIds, activityFields = [] }: DemoUser, { tags: all }: World['dimensions']) =>
  activityFields.includes('AnalystTags')
    ? all.filter(({ clientId }) => clientIds.includes(clientId)).map(({ id }) => id)
    : [];

function* userTables({ now, dimensions }: World, { passwordHash }: DemoContext): Generator<DemoTable> {
  const numbered = demoUsers.map((user, index) => ({ ...user, id: index + 1 }));
  yield {
    table: 'app_user',
    columns: [
      'id',
      'email',
      'first_name',
      'last_name',
      'role',
      'password_hash',
      'activity_fields',
      'analyst_tags',
      'denied_activity_types',
      'review_activities',
      'access_marketing_performance',
      'notification_claim_level',
      'view_notifications',
      'created_at',
      'registered_at',
    ],
    rows: numbered.map((user) => [
      user.id,
      user.email,
      user.firstName,
      user.lastName,
      user.role,
      user.isInvited ? null : (passwordHash ?? null),
      user.activityFields ?? [],
      listTagIds(user, dimensions),
      user.deniedActivityTypes ?? [],
      user.reviewActivities ?? false,
      user.marketingPerformance ?? false,
      user.notificationLevel ?? 'None',
      user.notificationLevel !== undefined,
      new Date(now),
      user.isInvited ? null : new Date(now),
    ]),
  };
  yield {
    table: 'user_client',
    columns: ['user_id', 'client_id'],
    rows: numbered.flatMap(({ id, clientIds }) => clientIds.map((clientId) => [id, clientId])),
  };
  yield {
    table: 'user_community',
    columns: ['user_id', 'community_id'],
    rows: numbered.flatMap(({ id, communityIds = [] }) =>
      communityIds.map((communityId) => [id, communityId]),
    ),
  };
}

/** The demo users with their clients and communities. */
export const usersPart: DemoPart = { name: 'users', tables: userTables };
