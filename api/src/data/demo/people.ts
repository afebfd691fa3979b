import { Faker, base, en } from '@faker-js/faker';
import { findStoryOrganisation } from './cast.ts';
import type { DemoSize } from './demo-size.ts';
import * as words from './demo-words.ts';
import type { DemoCountry, Dimensions } from './dimensions.ts';
import { weighted, zipf } from './random.ts';
import type { Random } from './random.ts';

export interface DemoOrganisation {
  readonly id: number;
  readonly name: string;
  readonly domain: string;
  readonly revenue: number | null;
  readonly orgType: readonly string[];
  readonly productCategory: readonly string[];
}

export interface DemoReader {
  readonly id: number;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly title: string | null;
  readonly company: string;
  readonly organisationId: number | null;
  readonly phone: string | null;
  readonly address: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly country: DemoCountry | undefined;
  readonly linkedIn: string | null;
  readonly profileStatus: number;
  readonly clientConsent: boolean | null;
  readonly newsletterConsent: boolean | null;
  readonly personas: readonly number[];
  /** The community where this reader is active. */
  readonly communityId: number;
}

const asciiSlug = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/ł/gi, 'l')
    .replace(/ø/gi, 'o')
    .replace(/ß/g, 'ss')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase();

/** Names that are difficult for spreadsheets and lookups. */
const difficultNames = [
  '=Formula Labs',
  'Société Générique du Verre',
  'Ångstrøm Instruments',
  '+Plus Biologics',
];

/** Syllables combined by index, so that no two organizations have the same name. */
const organisationName = (index: number): string => {
  const { orgHeads: heads, orgMiddles: middles, orgEnds: ends, orgSuffixes: suffixes } = words;
  const difficult = index % 500 === 250 ? difficultNames[Math.floor(index / 500)] : undefined;
  if (difficult) return difficult;
  const head = heads[index % heads.length] ?? '';
  const rest = Math.floor(index / heads.length);
  const middle = middles[rest % middles.length] ?? '';
  const end = ends[Math.floor(rest / middles.length) % ends.length] ?? '';
  return `${head}${middle}${end} ${suffixes[(index * 5 + rest) % suffixes.length] ?? ''}`;
};

/** The first organizations are reserved for the stories; random draws leave them out. */
const storyOrganisations = [
  'Halvorane Biologics',
  'Merivelle Implants',
  'Tarnwick Therapeutics',
  'Ostermere Pharma',
];

export const buildOrganisations = (size: DemoSize, random: Random): DemoOrganisation[] =>
  Array.from({ length: size.organisations }, (_, index) => {
    const name = storyOrganisations[index] ?? organisationName(index);
    return {
      id: index + 1,
      name,
      domain: `${asciiSlug(name)}${index < storyOrganisations.length ? '' : index}.example`,
      revenue: random.chance(0.12) ? null : Math.round(10 ** (5.5 + random.next() * 4.5)),
      orgType: random.chance(0.04) ? [] : [random.pick(words.orgTypes)],
      productCategory: random.chance(0.2) ? [] : [random.pick(words.productCategories)],
    };
  });

/** Most readers have a country; a few have none. */
const drawPlace = (dimensions: Dimensions, drawCountry: (random: Random) => number, random: Random) => {
  const country = random.chance(0.06) ? undefined : dimensions.countries[drawCountry(random)];
  const cities = country && words.cities[country.iso];
  return {
    country,
    city: cities && random.chance(0.9) ? random.pick(cities) : null,
    state: country?.iso === 'US' && random.chance(0.9) ? random.pick(words.usStates) : null,
  };
};

const consent = (random: Random, yes: number): boolean | null => {
  const draw = random.next();
  if (draw < yes) return true;
  return draw < yes + 0.12 ? false : null;
};

interface PeoplePlan {
  readonly dimensions: Dimensions;
  readonly organisations: readonly DemoOrganisation[];
  readonly size: DemoSize;
  readonly random: Random;
}

const buildReader = (
  id: number,
  plan: PeoplePlan,
  names: () => readonly [string, string],
  draw: Draws,
): DemoReader => {
  const { dimensions, organisations, random } = plan;
  const [firstName, lastName] = names();
  const storyOrganisation = findStoryOrganisation(id);
  const organisation = organisations[storyOrganisation ? storyOrganisation - 1 : draw.organisation(random)];
  const isOrphan = storyOrganisation === undefined && random.chance(0.05);
  const handle = `${asciiSlug(firstName)}.${asciiSlug(lastName)}`;
  return {
    id,
    email: `${handle}${id}@${isOrphan ? 'mailbox.example' : (organisation?.domain ?? 'mailbox.example')}`,
    firstName,
    lastName,
    title: random.chance(0.07) ? null : random.pick(words.jobTitles),
    company: organisation?.name ?? '',
    organisationId: isOrphan ? null : (organisation?.id ?? null),
    phone: random.chance(0.5) ? `+1 555 01${String(random.int(100)).padStart(2, '0')}` : null,
    address: random.chance(0.4) ? `${1 + random.int(900)} Example Street` : null,
    ...drawPlace(dimensions, draw.country, random),
    linkedIn: random.chance(0.55) ? `https://social.example/in/${handle}-${id}` : null,
    profileStatus: 1 + draw.profile(random),
    clientConsent: consent(random, 0.75),
    newsletterConsent: consent(random, 0.6),
    personas: random.chance(0.8) ? [random.pick(dimensions.personas).id] : [],
    communityId: 1 + draw.community(random),
  };
};

interface Draws {
  readonly organisation: (random: Random) => number;
  readonly country: (random: Random) => number;
  readonly community: (random: Random) => number;
  readonly profile: (random: Random) => number;
}

const nameSource = (random: Random): (() => readonly [string, string]) => {
  const faker = new Faker({ locale: [en, base], seed: random.int(2 ** 31) });
  return () =>
    random.chance(0.02)
      ? random.pick(words.accentedNames)
      : ([faker.person.firstName(), faker.person.lastName()] as const);
};

/** Readers of the organizations, most of them in the first ones. Addresses are under '.example' only. */
export const buildReaders = (plan: PeoplePlan): DemoReader[] => {
  const { dimensions, organisations, size, random } = plan;
  const reserved = storyOrganisations.length;
  const byRank = zipf(organisations.length - reserved, 0.8, 4);
  const draws: Draws = {
    organisation: weighted([...Array.from({ length: reserved }, () => 0), ...byRank]),
    country: weighted(dimensions.countries.map(({ weight }) => weight)),
    community: weighted(zipf(dimensions.communities.length, 0.4)),
    profile: weighted([70, 20, 10]),
  };
  const names = nameSource(random);
  return Array.from({ length: size.readers }, (_, index) => buildReader(index + 1, plan, names, draws));
};
