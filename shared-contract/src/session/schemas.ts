import { Type } from 'typebox';
import { ClaimSchema, Id, NamedId, RoleSchema, enumSchema, object } from '../schemas.ts';
import { notificationLevels } from '../vocabulary.ts';

export const SessionUser = object({
  id: Id,
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  role: RoleSchema,
  claims: Type.Array(ClaimSchema),
  notificationClaimLevel: enumSchema(notificationLevels),
  accessMarketingPerformance: Type.Boolean(),
  enableApiAccess: Type.Optional(Type.Boolean({ description: 'Whether the user may have an API secret' })),
  onboardingFormId: Type.Optional(Type.String({ description: "Id of the user's own onboarding form" })),
  earlyAccess: Type.Optional(
    Type.Boolean({
      description: 'Whether the user gets new versions of areas early, as all of their clients agreed',
    }),
  ),
  companies: Type.Array(object({ id: Id, name: Type.String(), onlines: Type.Array(NamedId) }), {
    description: 'Clients that the user is entitled to; empty for Internal and above, who may see all',
  }),
  communities: Type.Array(NamedId),
  searchFields: Type.Array(Type.String(), { description: 'Filter fields that the user may search by' }),
  impersonatedBy: Type.Optional(object({ id: Id, name: Type.String(), email: Type.String() })),
});
