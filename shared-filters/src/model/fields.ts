// The named filter fields as data. Order within a group is the order of the panel.
import {
  activityTypeLabel,
  activityTypes,
  contentTypes,
  mediaSourceOptions,
  openAccess,
  profileStatuses,
  qualities,
  relativeRanges,
  sequences,
  stages,
} from '@readerlens/contract/vocabulary';
import { maxFilteredLists } from '@readerlens/contract/account-lists';
import type { FilterKind } from '@readerlens/contract/vocabulary';
import type { FieldDefinition, FieldGroup, LookupName, OptionsSource } from './field-definition.ts';

const items = (entries: Iterable<readonly [string | number, string]>) =>
  [...entries].map(([id, name]) => ({ id: String(id), name }));
const coded = (codes: Readonly<Record<string, number>>): OptionsSource => ({
  from: 'static',
  items: items(Object.entries(codes).map(([name, code]) => [code, name] as const)),
});
const named = (names: readonly string[]): OptionsSource => ({
  from: 'static',
  items: items(names.map((name) => [name, name] as const)),
});
const lookup = (name: LookupName): OptionsSource => ({ from: 'lookup', lookup: name });

/** Stages by the content system's buyer's journey ids; any other id is Unclassified. */
export const stageOfId: Readonly<Record<string, string>> = {
  '1': 'Early',
  '2': 'Middle',
  '3': 'Late',
  '-1': 'Unclassified',
};
const stageOptions: OptionsSource = {
  from: 'static',
  items: items(stages.map((stage) => [stage, stage] as const)),
  aliases: stageOfId,
  fallback: 'Unclassified',
};
const activityTypeOptions: OptionsSource = {
  from: 'static',
  items: items(activityTypes.map((type) => [type, activityTypeLabel[type]] as const)),
  aliases: { '1': 'Webinar', '2': 'Event' },
};

type Extras = Partial<Omit<FieldDefinition, 'field' | 'label' | 'kind' | 'group'>>;

const defineFields = (group: FieldGroup, rows: readonly (readonly [string, string, FilterKind, Extras?])[]) =>
  rows.map(([field, label, kind, extras]): FieldDefinition => ({
    field,
    label,
    kind,
    group,
    accessLevel: group.startsWith('Firmographic') ? 'Premium' : 'Basic',
    searchable: true,
    internalOnly: false,
    restricted: false,
    compound: kind === 'Text',
    ...extras,
  }));

export const filterFields: readonly FieldDefinition[] = [
  ...defineFields('General', [
    // NotContains would lift a query's restriction to its clients, so only Contains is allowed.
    ['Clients', 'Clients', 'Terms', { options: lookup('clients'), restrictedToOps: ['Contains'] }],
    [
      'RelativeDateRange',
      'Relative Date Range',
      'RelativeDateRange',
      {
        options: { from: 'static', items: items(Object.entries(relativeRanges)) },
      },
    ],
    [
      'DateRange',
      'Date Range',
      'DateRange',
      {
        dependsOn: { field: 'RelativeDateRange', values: ['custom', null] },
      },
    ],
    ['ActivityTypes', 'Activity Type', 'Terms', { options: activityTypeOptions }],
    ['Onlines', 'Communities', 'Terms', { options: lookup('onlines') }],
    ['Sequence', 'Sequence', 'Terms', { options: coded(sequences) }],
    ['Quality', 'Quality', 'Terms', { options: named(qualities.map(String)) }],
    ['MediaSource', 'Media Source', 'Media', { options: named(Object.keys(mediaSourceOptions)) }],
    ['Newsletter', 'Newsletter', 'Terms', { options: lookup('newsletters') }],
    ['AnalystTagsExist', 'Analyst Tags Exist', 'Exists', { restricted: true }],
    [
      'AnalystTags',
      'Analyst Tags',
      'Terms',
      {
        options: lookup('analyst-tags'),
        restricted: true,
        dependsOn: { field: 'AnalystTagsExist', values: [null, true] },
      },
    ],
  ]),
  ...defineFields('Demographics', [
    ['Email', 'Email', 'Text'],
    ['FirstName', 'First Name', 'Text'],
    ['LastName', 'Last Name', 'Text'],
    ['Title', 'Title', 'Text'],
    ['Personas', 'Personas', 'Terms', { options: lookup('personas') }],
    ['City', 'City', 'Text'],
    ['State', 'State', 'Terms', { options: lookup('states') }],
    ['Country', 'Country', 'Terms', { options: lookup('countries') }],
    ['Region', 'Region', 'Terms', { options: lookup('regions') }],
    ['ProfileStatus', 'Profile Status', 'Terms', { options: coded(profileStatuses) }],
    ['ClientConsentStatus', 'Client Consent Status', 'Bool'],
    ['NlConsentStatus', 'Newsletter Consent Status', 'Bool'],
  ]),
  ...defineFields('FirmographicGeneral', [
    ['ReaderOrgs', 'Reader Orgs', 'Terms', { options: lookup('reader-orgs') }],
    [
      'AccountLists',
      'Account Lists',
      'Terms',
      {
        options: lookup('account-lists'),
        restricted: true,
        comesWith: 'ReaderOrgs',
        maxTerms: maxFilteredLists,
      },
    ],
    ['ReaderCompany', 'Reader Company', 'Text'],
    ['Revenue', 'Revenue', 'Numeric', { compound: true, numeric: { display: 'Currency', decimals: 0 } }],
    ['OrgType', 'Organization Type', 'Terms', { options: lookup('organization-questions') }],
  ]),
  ...defineFields('FirmographicLifeSciences', [
    ['ProductCategory', 'Product Category', 'Terms', { options: lookup('organization-questions') }],
  ]),
  ...defineFields('Contextual', [
    ['DocumentTitle', 'Document Title', 'Text'],
    ['DocumentTypes', 'Document Types', 'Terms', { options: lookup('document-types') }],
    ['ContentTopics', 'Content Theme', 'Terms', { compound: true, options: lookup('content-topics') }],
    ['BuyersJourneyStage', "Buyer's Journey Stage", 'Terms', { options: stageOptions }],
    ['ContentType', 'Content Type', 'Terms', { options: named(contentTypes) }],
    ['OpenAccess', 'Open Access', 'Terms', { options: coded(openAccess) }],
    ['JsProcessed', 'JS Processed', 'Bool', { accessLevel: 'Internal', internalOnly: true }],
    [
      'ProductServiceOfferings',
      'Product & Service Offerings',
      'Terms',
      {
        options: lookup('service-offerings'),
      },
    ],
    ['Specifics', 'Specifics', 'Exists'],
    [
      'SpecificsText',
      'Specifics Text',
      'Text',
      {
        dependsOn: { field: 'Specifics', values: [null, true] },
      },
    ],
  ]),
];
