import { AreaDescriptionSchema, asAreaDescription } from '@readerlens/contract';
import { findNavIcon, formatDeclaredName, isIconPath, navIcons } from '@readerlens/contract/registry';
import type { AreaDescription } from '@readerlens/contract/registry';
import { Ajv } from 'ajv';
import type { ErrorObject } from 'ajv';
import { claims as productClaims, featureNames } from '@readerlens/contract/vocabulary';
import { findPathProblem } from './icon-path.ts';
import { matchesRoute } from './route-patterns.ts';
import { ExplainedError } from '@readerlens/api/explained-error';

export interface DescriptionProblem {
  /** Path in the file, such as 'routes[0].access.role'; empty for the whole file. */
  field: string;
  /** The violated rule, as the rest of a sentence. */
  rule: string;
}

const sentence = ({ field, rule }: DescriptionProblem) => `${field || 'it'} ${rule}`;

/** An invalid area.json, with all of its problems. */
export class AreaDescriptionError extends ExplainedError {
  override readonly name = 'AreaDescriptionError';
  readonly problems: readonly DescriptionProblem[];

  constructor(file: string, problems: readonly DescriptionProblem[]) {
    super(`${file} is invalid:\n${problems.map((problem) => `- ${sentence(problem)}`).join('\n')}`);
    this.problems = problems;
  }
}

const validate = new Ajv({ allErrors: true }).compile(AreaDescriptionSchema);

const formatField = (pointer: string, child?: string) =>
  [...pointer.split('/').slice(1), ...(child === undefined ? [] : [child])]
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');

const patterns: Record<string, string> = {
  id: "must be a name of lowercase letters, digits and hyphens, such as 'review'",
  path: "must be a URL path, such as '/reader/:id'",
  to: "must be a URL path that starts with '/'",
  slot: "must be the id of a slot, such as 'analytics/reader-actions/v1'",
  name: "must be a name of lowercase letters, digits and hyphens, such as 'edit'",
  claim: `must be one of ${productClaims.join(', ')}, or a claim of this area, such as 'area:notes:edit'`,
  feature: `must be one of ${featureNames.join(', ')}, or a switch of this area, such as 'area:notes:drafts'`,
  call: "must be a call without parameters, such as 'GET /api/sample/unread-count'",
};

const toProblem = ({ instancePath, keyword, params, message }: ErrorObject): DescriptionProblem => {
  const field = formatField(instancePath);
  if (keyword === 'required')
    return { field: formatField(instancePath, params.missingProperty as string), rule: 'is missing' };
  if (keyword === 'additionalProperties') {
    return {
      field: formatField(instancePath, params.additionalProperty as string),
      rule: 'is not a known field',
    };
  }
  if (keyword === 'enum') {
    return { field, rule: `must be one of ${(params.allowedValues as string[]).join(', ')}` };
  }
  const rule = keyword === 'pattern' ? patterns[field.split('.').at(-1) ?? ''] : undefined;
  return { field, rule: rule ?? message ?? 'is not valid' };
};

/** Menu entries and links of slots must lead to a route of the same area. A value of a context is a segment like another. */
const danglingEntries = ({ routes, navigation, links = [] }: AreaDescription): DescriptionProblem[] =>
  Object.entries({ navigation, links }).flatMap(([list, entries]) =>
    entries.flatMap(({ to }, index) => {
      const [pathname = ''] = to.split(/[?#]/);
      return routes.some((route) => matchesRoute(route, pathname))
        ? []
        : [{ field: `${list}[${index}].to`, rule: `links to ${to}, which is not a route of this area` }];
    }),
  );

/** A slot of another area would be shown by nobody. */
const foreignSlots = ({ id, slots = [] }: AreaDescription): DescriptionProblem[] =>
  slots.flatMap(({ slot }, index) =>
    slot.startsWith(`${id}/`)
      ? []
      : [{ field: `slots[${index}].slot`, rule: `is ${slot}; slots of this area start with ${id}/` }],
  );

const findIconProblem = (icon: string): string | undefined => {
  if (isIconPath(icon)) return findPathProblem(icon);
  if (findNavIcon(icon)) return undefined;
  return `is ${icon}; it must be SVG path data, such as 'M4 4h16v16H4z', or one of ${navIcons.join(', ')}`;
};

/** Without this check, the shell would show a dot for an unknown icon, or a part of one, and no error. */
const iconProblems = ({ navigation, links = [] }: AreaDescription): DescriptionProblem[] =>
  Object.entries({ navigation, links }).flatMap(([list, entries]) =>
    entries.flatMap(({ icon }, index) => {
      const rule = icon === undefined ? undefined : findIconProblem(icon);
      return rule === undefined ? [] : [{ field: `${list}[${index}].icon`, rule }];
    }),
  );

/** The rule that the name of a claim or switch breaks; undefined for one of the product. `list` declares those of the area. */
const findNameProblem = (
  name: string,
  { id }: AreaDescription,
  [list, declared]: readonly [string, readonly { name: string }[]],
): string | undefined => {
  const prefix = formatDeclaredName(id, '');
  if (!name.startsWith('area:')) return undefined;
  if (!name.startsWith(prefix)) return `is ${name}; ${list} of this area start with ${prefix}`;
  return declared.some((each) => prefix + each.name === name)
    ? undefined
    : `is ${name}, which \`${list}\` does not declare`;
};

/** Nobody can have a claim that is not declared, and only the deploy of an area changes what its claims and switches mean. */
const nameProblems = (area: AreaDescription): DescriptionProblem[] => {
  const { routes, navigation, links = [], widgets = [], marks = [], claims = [], switches = [] } = area;
  return Object.entries({ routes, navigation, links, widgets, marks }).flatMap(([list, entries]) =>
    entries.flatMap(({ access: { claim = '' }, feature = '' }, index) => {
      const problems = [
        { field: 'access.claim', rule: findNameProblem(claim, area, ['claims', claims]) },
        { field: 'feature', rule: findNameProblem(feature, area, ['switches', switches]) },
      ];
      return problems.flatMap(({ field, rule }) =>
        rule === undefined ? [] : [{ field: `${list}[${index}].${field}`, rule }],
      );
    }),
  );
};

const repeatedNames = ({ claims = [], switches = [] }: AreaDescription): DescriptionProblem[] =>
  Object.entries({ claims, switches }).flatMap(([list, declared]) =>
    declared.flatMap(({ name }, index) =>
      declared.findIndex((each) => each.name === name) === index
        ? []
        : [{ field: `${list}[${index}].name`, rule: `repeats ${name}` }],
    ),
  );

/** Widgets and marks are modules of the same build, so that no two have the same name. */
const invalidParts = ({ widgets = [], marks = [] }: AreaDescription): DescriptionProblem[] => {
  const parts = Object.entries({ widgets, marks }).flatMap(([list, entries]) =>
    entries.map(({ name }, index) => ({ name, field: `${list}[${index}].name` })),
  );
  return parts.flatMap(({ name, field }, index) => {
    if (name === 'area') return [{ field, rule: 'is area, the name of the area itself' }];
    return parts.findIndex((part) => part.name === name) === index
      ? []
      : [{ field, rule: `repeats ${name}` }];
  });
};

const repeatedRoutes = ({ routes }: AreaDescription): DescriptionProblem[] =>
  routes.flatMap(({ path }, index) =>
    routes.findIndex((route) => route.path === path) === index
      ? []
      : [{ field: `routes[${index}].path`, rule: `repeats ${path}` }],
  );

const deepGroups = ({ navigation }: AreaDescription): DescriptionProblem[] =>
  navigation.flatMap(({ group }, index) =>
    group.split('/').length <= 2
      ? []
      : [
          {
            field: `navigation[${index}].group`,
            rule: `is ${group}; groups nest one level deep, as in A/B`,
          },
        ],
  );

const rules = [
  danglingEntries,
  foreignSlots,
  iconProblems,
  nameProblems,
  repeatedNames,
  invalidParts,
  repeatedRoutes,
  deepGroups,
];

const parseJson = (file: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AreaDescriptionError(file, [
      { field: '', rule: `is not valid JSON: ${(error as Error).message}` },
    ]);
  }
};

/** Parses an area.json. Throws AreaDescriptionError, which lists every invalid field. */
export const parseAreaDescription = (file: string, text: string): AreaDescription => {
  const value = parseJson(file, text);
  if (!validate(value)) throw new AreaDescriptionError(file, (validate.errors ?? []).map(toProblem));
  const description = asAreaDescription(value);
  const problems = rules.flatMap((rule) => rule(description));
  if (problems.length > 0) throw new AreaDescriptionError(file, problems);
  return description;
};
