import type { Database, Schema } from '../../platform/db/index.ts';
import type { ActivityWorld } from './activity-world.ts';

/** A word per field that occurs nowhere else; null for fields whose values are not words of the stored data. */
export const planted = {
  Clients: 'zqclient',
  RelativeDateRange: null,
  DateRange: null,
  ActivityTypes: null,
  Onlines: 'Biologics',
  Sequence: null,
  Quality: null,
  MediaSource: null,
  Newsletter: 'zqnewsletter',
  AnalystTagsExist: null,
  AnalystTags: 'zqtag',
  Email: 'zqemail',
  FirstName: 'zqfirst',
  LastName: 'zqlast',
  Title: 'zqtitle',
  Personas: 'zqpersona',
  City: 'zqcity',
  State: 'zqstate',
  Country: 'zqcountry',
  Region: 'zqregion',
  ProfileStatus: null,
  ClientConsentStatus: null,
  NlConsentStatus: null,
  ReaderOrgs: 'zqorganisation',
  AccountLists: null,
  ReaderCompany: 'zqcompany',
  Revenue: '987654321',
  OrgType: 'zqorgtype',
  ProductCategory: 'zqproduct',
  DocumentTitle: 'zqdocument',
  DocumentTypes: 'zqdoctype',
  ContentTopics: 'zqtopic',
  BuyersJourneyStage: null,
  ContentType: null,
  OpenAccess: null,
  JsProcessed: null,
  ProductServiceOfferings: 'zqoffering',
  Specifics: null,
  SpecificsText: 'zqnotes',
  DeviceKind: 'zqdevice',
  InternalScore: 'zqscore',
} as const;
export type PlantedField = keyof typeof planted;

type Named =
  | 'newsletter'
  | 'country'
  | 'region'
  | 'document_type'
  | 'content_topic'
  | 'persona'
  | 'service_offering';

const addQuestions = async ({ kysely }: Database, organisation_id: number) => {
  const question = { label: 'A question', field_group: 'FirmographicMedicalDevices', kind: 'Terms' } as const;
  await kysely
    .insertInto('organisation_question')
    .values([
      { id: 1, field: 'DeviceKind', access_level: 'Premium', ...question },
      { id: 2, field: 'InternalScore', access_level: 'Internal', ...question },
    ])
    .execute();
  await kysely
    .insertInto('organisation_answer')
    .values([
      { organisation_id, question_id: 1, value: planted.DeviceKind },
      { organisation_id, question_id: 2, value: planted.InternalScore },
    ])
    .execute();
};

export interface PlantedActivity {
  readonly clientId: number;
  readonly tagId: number;
  readonly readerId: number;
  readonly organisationId: number;
  /** Without its type. */
  readonly id: string;
}

/** Adds a customer request with every planted word. */
export const plantActivity = async (db: Database, world: ActivityWorld): Promise<PlantedActivity> => {
  const add = async (table: Named, name: string): Promise<number> => {
    const { id } = await db.kysely
      .insertInto(table as keyof Pick<Schema, 'region'>)
      .values({ name })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const clientId = await world.add('client', { name: planted.Clients });
  const tagId = await world.add('analyst_tag', { client_id: clientId, name: planted.AnalystTags });
  const organisationId = await world.add('organisation', {
    name: planted.ReaderOrgs,
    revenue: Number(planted.Revenue),
    org_type: [planted.OrgType],
    product_category: [planted.ProductCategory],
  });
  await addQuestions(db, organisationId);
  const readerId = await world.add('reader', {
    email: `${planted.Email}@x.example`,
    first_name: planted.FirstName,
    last_name: planted.LastName,
    title: planted.Title,
    company: planted.ReaderCompany,
    city: planted.City,
    state: planted.State,
    personas: [await add('persona', planted.Personas)],
    organisation_id: organisationId,
  });
  const documentTypeId = await add('document_type', planted.DocumentTypes);
  const documentId = await world.add('document', {
    client_id: clientId,
    title: planted.DocumentTitle,
    community_id: 1,
    document_type_id: documentTypeId,
    open_access: 1,
    offerings: [await add('service_offering', planted.ProductServiceOfferings)],
  });
  const id = await world.addActivity({
    clientId,
    readerId,
    documentId,
    type: 'CustomerRequest',
    notes: planted.SpecificsText,
    row: {
      quality: 3,
      organisation_id: organisationId,
      newsletter_id: await add('newsletter', planted.Newsletter),
      country_id: await add('country', planted.Country),
      region_id: await add('region', planted.Region),
      document_type_id: documentTypeId,
      topics: [await add('content_topic', planted.ContentTopics)],
      analyst_tags: [tagId],
    },
  });
  return { clientId, tagId, readerId, organisationId, id };
};
