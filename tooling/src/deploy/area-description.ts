import { AreaDescriptionSchema, asAreaDescription } from '@readerlens/contract';
import { navIconOf, navIcons } from '@readerlens/contract/registry';
import type { AreaDescription } from '@readerlens/contract/registry';
import { Ajv } from 'ajv';
import type { ErrorObject } from 'ajv';
import { matchesRoute } from './route-patterns.ts';

export interface DescriptionProblem {
  /** Where in the file, as in 'routes[0].access.role'; empty for the whole of it. */
  field: string;
  /** What the field has to be. */
  rule: string;
}

const sentence = ({ field, rule }: DescriptionProblem) => `${field || 'it'} ${rule}`;

/** An area.json that says something impossible; every problem at once. */
export class AreaDescriptionError extends Error {
  override readonly name = 'AreaDescriptionError';
  readonly problems: readonly DescriptionProblem[];

  constructor(file: string, problems: readonly DescriptionProblem[]) {
    super(`${file} cannot be used:\n${problems.map((problem) => `- ${sentence(problem)}`).join('\n')}`);
    this.problems = problems;
  }
}

const validate = new Ajv({ allErrors: true }).compile(AreaDescriptionSchema);

const fieldOf = (pointer: string, child?: string) =>
  [...pointer.split('/').slice(1), ...(child === undefined ? [] : [child])]
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');

const patterns: Record<string, string> = {
  id: "must be a name of lower-case letters, digits and hyphens, such as 'review'",
  path: "must be a path of the page, such as '/reader/:id'",
  to: "must be a path of the page that begins with '/'",
};

const problemOf = ({ instancePath, keyword, params, message }: ErrorObject): DescriptionProblem => {
  const field = fieldOf(instancePath);
  if (keyword === 'required')
    return { field: fieldOf(instancePath, params.missingProperty as string), rule: 'is missing' };
  if (keyword === 'additionalProperties') {
    return { field: fieldOf(instancePath, params.additionalProperty as string), rule: 'is not known here' };
  }
  if (keyword === 'enum') {
    return { field, rule: `must be one of ${(params.allowedValues as string[]).join(', ')}` };
  }
  const rule = keyword === 'pattern' ? patterns[field.split('.').at(-1) ?? ''] : undefined;
  return { field, rule: rule ?? message ?? 'is not valid' };
};

/** Menu entries have to lead to a route of the area itself. */
const strayNavigation = ({ routes, navigation }: AreaDescription): DescriptionProblem[] =>
  navigation.flatMap(({ to }, index) =>
    routes.some((route) => matchesRoute(route, to.split(/[?#]/)[0]!))
      ? []
      : [{ field: `navigation[${index}].to`, rule: `leads to ${to}, which is no route of this area` }],
  );

/** The shell would draw a dot for them, and nobody would know why. */
const unknownIcons = ({ navigation }: AreaDescription): DescriptionProblem[] =>
  navigation.flatMap(({ icon }, index) =>
    icon === undefined || navIconOf(icon)
      ? []
      : [{ field: `navigation[${index}].icon`, rule: `is ${icon}; the shell draws ${navIcons.join(', ')}` }],
  );

const repeatedRoutes = ({ routes }: AreaDescription): DescriptionProblem[] =>
  routes.flatMap(({ path }, index) =>
    routes.findIndex((route) => route.path === path) === index
      ? []
      : [{ field: `routes[${index}].path`, rule: `is ${path} once more` }],
  );

const deepGroups = ({ navigation }: AreaDescription): DescriptionProblem[] =>
  navigation.flatMap(({ group }, index) =>
    group.split('/').length <= 2
      ? []
      : [
          {
            field: `navigation[${index}].group`,
            rule: `is ${group}; a group has one level inside, as in A/B`,
          },
        ],
  );

const rules = [strayNavigation, unknownIcons, repeatedRoutes, deepGroups];

const parseJson = (file: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AreaDescriptionError(file, [{ field: '', rule: `is not JSON: ${(error as Error).message}` }]);
  }
};

/** What an area.json says of its area. Throws AreaDescriptionError, which names every field that is wrong. */
export const parseAreaDescription = (file: string, text: string): AreaDescription => {
  const value = parseJson(file, text);
  if (!validate(value)) throw new AreaDescriptionError(file, (validate.errors ?? []).map(problemOf));
  const description = asAreaDescription(value);
  const problems = rules.flatMap((rule) => rule(description));
  if (problems.length > 0) throw new AreaDescriptionError(file, problems);
  return description;
};
