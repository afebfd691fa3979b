import type { Generated, GeneratedAlways, Selectable } from 'kysely';
import type {
  ActivityType,
  AreaClaim,
  CostPayer,
  NotificationLevel,
  Role,
  SignInMethod,
} from '@readerlens/contract';
import type { GeneratedTimestamp, Timestamp } from '../platform/db/column-types.ts';

interface AppUserTable {
  id: GeneratedAlways<number>;
  email: string;
  first_name: string;
  last_name: string;
  role: Generated<Role>;
  password_hash: string | null;
  token_version: Generated<number>;
  activity_fields: Generated<string[]>;
  analyst_tags: Generated<number[]>;
  denied_activity_types: Generated<ActivityType[]>;
  review_activities: Generated<boolean>;
  access_marketing_performance: Generated<boolean>;
  enable_api_access: Generated<boolean>;
  api_client_id: string | null;
  notification_claim_level: Generated<NotificationLevel>;
  view_notifications: Generated<boolean>;
  area_claims: Generated<AreaClaim[]>;
  is_active: Generated<boolean>;
  created_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
  version: Generated<number>;
  deleted_at: Timestamp | null;
  api_secret_hash: string | null;
  api_secret_created_at: Timestamp | null;
  registered_at: Timestamp | null;
}

interface UserTokenTable {
  token_hash: string;
  user_id: number;
  purpose: 'registration' | 'password';
  expires_at: Timestamp;
  used_at: Timestamp | null;
  created_at: GeneratedTimestamp;
}

interface UserIdentityTable {
  issuer: string;
  subject: string;
  user_id: number;
  created_at: GeneratedTimestamp;
}

interface SignInCodeTable {
  code_hash: string;
  user_id: number;
  token_version: number;
  return_to: string;
  expires_at: Timestamp;
}

interface UserSessionTable {
  id: string;
  user_id: number;
  method: SignInMethod;
  user_agent: string | null;
  /** Of the sign-in, as `findNetwork` has it. */
  network: string;
  /** Of the latest token. */
  token_version: number;
  created_at: GeneratedTimestamp;
  last_seen_at: GeneratedTimestamp;
  /** Of the latest token. */
  expires_at: Timestamp;
  ended_at: Timestamp | null;
}

interface LoginAttemptTable {
  key: string;
  failures: number;
  window_start: Timestamp;
  last_failure_at: GeneratedTimestamp;
}

/** Failures of an hour; without an account if the address has none. */
interface FailedSignInTable {
  user_id: number | null;
  hour: Timestamp;
  attempts: number;
}

interface UserClientTable {
  user_id: number;
  client_id: number;
}

interface UserCommunityTable {
  user_id: number;
  community_id: number;
}

interface ClientTable {
  id: Generated<number>;
  name: string;
  is_paid: Generated<boolean>;
  /** Its people get new versions of areas early. */
  early_access: Generated<boolean>;
}

interface ClientProfileTable {
  client_id: number;
  address1: Generated<string>;
  city: Generated<string>;
  state: Generated<string>;
  postal_code: Generated<string>;
  phone: Generated<string>;
  website: Generated<string>;
  profile: Generated<string>;
  logo_file_id: string | null;
  version: Generated<number>;
  updated_at: Timestamp;
  updated_by: number;
}

interface ClientCommunityTable {
  client_id: number;
  community_id: number;
}

interface CommunityTable {
  id: Generated<number>;
  name: string;
  portal_url: string | null;
  business_group_id: number | null;
}

interface BusinessGroupTable {
  id: Generated<number>;
  name: string;
}

interface ClientCostTable {
  hour: Timestamp;
  payer: CostPayer;
  client_id: number | null;
  calls: number;
  refused: number;
  seconds: number;
  background_seconds: number;
  database_seconds: number;
}

declare module '../platform/db/schema.ts' {
  interface Schema {
    app_user: AppUserTable;
    user_token: UserTokenTable;
    user_identity: UserIdentityTable;
    sign_in_code: SignInCodeTable;
    user_session: UserSessionTable;
    login_attempt: LoginAttemptTable;
    failed_sign_in: FailedSignInTable;
    user_client: UserClientTable;
    user_community: UserCommunityTable;
    client: ClientTable;
    client_profile: ClientProfileTable;
    client_community: ClientCommunityTable;
    client_cost: ClientCostTable;
    community: CommunityTable;
    business_group: BusinessGroupTable;
  }
}

export type UserRow = Selectable<AppUserTable>;
