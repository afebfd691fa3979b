import type { DemoSize } from './demo-size.ts';
import type { Random } from './random.ts';
import * as words from './demo-words.ts';

export interface DemoClient {
  readonly id: number;
  readonly name: string;
  /** Ids of its communities. */
  readonly communities: readonly number[];
  /** Share of all activities, any unit. */
  readonly share: number;
  readonly isPaid: boolean;
}

export interface DemoTerm {
  readonly id: number;
  readonly name: string;
}

export interface DemoCommunity extends DemoTerm {
  readonly groupId: number;
}

export interface DemoCountry extends DemoTerm {
  readonly iso: string;
  readonly regionId: number;
  readonly weight: number;
}

export interface DemoNewsletter extends DemoTerm {
  readonly kind: 'editorial' | 'customNewsletter' | 'leadNurtureCampaign' | 'streamNL';
}

export interface Dimensions {
  readonly groups: readonly DemoTerm[];
  readonly communities: readonly DemoCommunity[];
  readonly clients: readonly DemoClient[];
  readonly regions: readonly DemoTerm[];
  readonly countries: readonly DemoCountry[];
  readonly documentTypes: readonly DemoTerm[];
  readonly topics: readonly (DemoTerm & { readonly groupId: number })[];
  readonly offerings: readonly DemoTerm[];
  readonly personas: readonly DemoTerm[];
  readonly newsletters: readonly DemoNewsletter[];
  readonly tags: readonly (DemoTerm & { readonly clientId: number })[];
}

const numbered = (names: readonly string[]): DemoTerm[] =>
  names.map((name, index) => ({ id: index + 1, name }));

const clientNames = (count: number): string[] =>
  words.clientTails
    .flatMap((tail) => words.clientHeads.map((head) => `${head} ${tail}`))
    .slice(0, Math.max(0, count - words.namedClients.length));

const buildClients = (size: DemoSize, random: Random): DemoClient[] => {
  const named = words.namedClients.slice(0, size.clients).map(([name, communities, share], index) => ({
    id: index + 1,
    name,
    communities: communities.map((community) => community + 1),
    share,
    isPaid: index !== 8,
  }));
  // With these shares, the largest named client has about a twentieth of the rows.
  const others = clientNames(size.clients).map((name, index) => ({
    id: named.length + index + 1,
    name,
    communities: [...new Set([1, 2, 3].map(() => 1 + random.int(words.communities.length)))],
    share: 12 - index * 0.16,
    isPaid: true,
  }));
  return [...named, ...others];
};

const newsletterKinds = ['editorial', 'customNewsletter', 'leadNurtureCampaign', 'streamNL'] as const;
const newsletterSuffix = {
  editorial: 'Weekly',
  customNewsletter: 'Partner Edition',
  leadNurtureCampaign: 'Nurture Series',
  streamNL: 'Stream',
} as const;

const buildNewsletters = (): DemoNewsletter[] =>
  words.communities.flatMap(([name], community) =>
    newsletterKinds.map((kind, index) => ({
      id: community * newsletterKinds.length + index + 1,
      name: `${name} ${newsletterSuffix[kind]}`,
      kind,
    })),
  );

const tagNames = ['Key account', 'Competitor', 'Partner', 'Renewal 90 days', 'Do not contact'];

/** Everything except readers, organizations and documents. Ids count from 1 in list order. */
export const buildDimensions = (size: DemoSize, random: Random): Dimensions => {
  const clients = buildClients(size, random);
  const countries = Object.values(words.regions).flatMap((isos, region) =>
    Object.entries(isos).map(([iso, weight]) => ({ iso, weight, regionId: region + 1 })),
  );
  const countryName = new Intl.DisplayNames('en', { type: 'region' });
  return {
    groups: numbered(words.businessGroups),
    communities: words.communities.map(([name, group], index) => ({
      id: index + 1,
      name,
      groupId: group + 1,
    })),
    clients,
    regions: numbered(Object.keys(words.regions)),
    countries: countries.map((country, index) => ({
      ...country,
      id: index + 1,
      name: countryName.of(country.iso) ?? country.iso,
    })),
    documentTypes: numbered(Object.keys(words.documentTypes)),
    topics: words.topics.flatMap((names, group) =>
      names.map((name, index) => ({ id: group * names.length + index + 1, name, groupId: group + 1 })),
    ),
    offerings: numbered(words.offerings),
    personas: numbered(words.personaNames),
    newsletters: buildNewsletters(),
    tags: clients
      .slice(0, 6)
      .flatMap(({ id }, client) =>
        tagNames.map((name, index) => ({ id: client * tagNames.length + index + 1, name, clientId: id })),
      ),
  };
};
