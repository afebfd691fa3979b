import { Type } from 'typebox';
import type { Static } from 'typebox';
import { AreaId, WidgetName } from './calls.ts';
import { slotKinds } from './registry.ts';
import type { AreaDescription, NavigationBadge } from './registry.ts';
import { Count, RoleSchema, enumSchema, object } from '../schemas.ts';
import { claims, featureNames, notificationLevels } from '../vocabulary.ts';
import type { Claim, FeatureName } from '../vocabulary.ts';

const Text = Type.String({ minLength: 1, maxLength: 80 });
/** A name or SVG path data. */
const Icon = Type.String({ minLength: 1, maxLength: 1000 });
/** A name that an area gives to something that it declares. */
const declaredName = '[a-z][a-z0-9-]{0,39}';
/** A claim of the product or of an area. Whether the area declares it is checked with the whole description. */
const AccessClaim = Type.Unsafe<Claim>(
  Type.String({ pattern: `^(?:${claims.join('|')}|area:${declaredName}:${declaredName})$` }),
);
/** A feature of the product or a switch of an area. */
const Feature = Type.Unsafe<FeatureName>(
  Type.String({ pattern: `^(?:${featureNames.join('|')}|area:${declaredName}:${declaredName})$` }),
);
const Access = object({
  role: Type.Optional(RoleSchema),
  claim: Type.Optional(AccessClaim),
  level: Type.Optional(enumSchema(notificationLevels)),
});

/** A path pattern: literal segments, ':name' for any segment, '*' at the end for the rest. */
const RoutePath = Type.String({ pattern: '^/([A-Za-z0-9._~:?-]+(/[A-Za-z0-9._~:?-]+)*(/\\*)?|\\*)?$' });

const BadgeCall = Type.Unsafe<NavigationBadge['call']>(Type.String({ pattern: '^GET /api/[^\\s{}?#]+$' }));
/** The data that a badge call returns; other properties are ignored. */
export const BadgeCount = Type.Object({ count: Count });

/** The area that has the slot, its name and its version. */
const SlotId = Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}/[a-z][a-z0-9-]{0,39}/v[1-9][0-9]{0,2}$' });

/** An area.json. */
export const AreaDescriptionSchema = object({
  id: AreaId,
  name: Text,
  routes: Type.Array(
    object({
      path: RoutePath,
      title: Text,
      exact: Type.Optional(Type.Boolean()),
      access: Access,
      feature: Type.Optional(Feature),
      bare: Type.Optional(Type.Boolean()),
    }),
    { minItems: 1 },
  ),
  navigation: Type.Array(
    object({
      group: Text,
      label: Text,
      to: Type.String({ pattern: '^/' }),
      icon: Type.Optional(Icon),
      order: Type.Number(),
      access: Access,
      feature: Type.Optional(Feature),
      badge: Type.Optional(object({ call: BadgeCall, label: Text })),
    }),
  ),
  slots: Type.Optional(
    Type.Array(
      object({
        slot: SlotId,
        kind: Type.Optional(enumSchema(slotKinds)),
        context: Type.Array(Type.String({ pattern: '^[A-Za-z]{1,40}$' }), { minItems: 1, uniqueItems: true }),
      }),
    ),
  ),
  links: Type.Optional(
    Type.Array(
      object({
        slot: SlotId,
        label: Text,
        icon: Type.Optional(Icon),
        order: Type.Number(),
        to: Type.String({ pattern: '^/' }),
        access: Access,
        feature: Type.Optional(Feature),
        withoutClaim: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      }),
    ),
  ),
  claims: Type.Optional(
    Type.Array(
      object({
        name: Type.String({ pattern: `^${declaredName}$` }),
        label: Text,
        description: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      }),
      { maxItems: 20 },
    ),
  ),
  switches: Type.Optional(
    Type.Array(
      object({
        name: Type.String({ pattern: `^${declaredName}$` }),
        label: Text,
        default: Type.Boolean(),
      }),
      { maxItems: 20 },
    ),
  ),
  backend: Type.Optional(Type.Boolean()),
  owner: Type.Optional(Text),
  repository: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  marks: Type.Optional(
    Type.Array(
      object({
        slot: SlotId,
        name: WidgetName,
        label: Text,
        order: Type.Number(),
        access: Access,
        feature: Type.Optional(Feature),
      }),
    ),
  ),
  widgets: Type.Optional(
    Type.Array(
      object({
        slot: SlotId,
        name: WidgetName,
        label: Text,
        order: Type.Number(),
        minHeight: Type.Integer({ minimum: 20, maximum: 2000 }),
        access: Access,
        feature: Type.Optional(Feature),
      }),
    ),
  ),
});

/** Fails to compile when the schema and the type used by browsers diverge. */
export const asAreaDescription = (value: Static<typeof AreaDescriptionSchema>): AreaDescription => value;
