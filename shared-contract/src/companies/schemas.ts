import { Type } from 'typebox';
import type { Static } from 'typebox';
import { mostPartPoints, scoreMeaning, scoreWeeks } from './score.ts';
import { ReaderRow, Seen } from '../readers/schemas.ts';
import { seniorityLevels } from '../readers/vocabulary.ts';
import { Count, DocumentName, Id, enumSchema, object, orNull } from '../schemas.ts';
import { filterKinds, stages } from '../vocabulary.ts';

const Text = Type.String();
const Place = Type.Integer({ minimum: 1 });

/** Types of an organization; empty if it has none or the caller may not see them. */
export const CompanyTypes = Type.Array(Text);

export const ReaderOrg = object({
  id: Id,
  name: Text,
  website: orNull(Text),
  companyType: CompanyTypes,
});
export type ReaderOrg = Static<typeof ReaderOrg>;

const Points = Type.Integer({ minimum: 0, maximum: mostPartPoints });

export const EngagementScore = object(
  {
    total: Type.Integer({ minimum: 0, maximum: 100 }),
    recency: Points,
    frequency: Points,
    breadth: Points,
    depth: Points,
    engagements: Count,
    readers: Count,
    daysSinceLast: Type.Integer({
      minimum: 0,
      description: 'From the last engagement to the end of the date range',
    }),
    activeWeeks: Type.Integer({
      minimum: 0,
      maximum: scoreWeeks,
      description: 'Weeks with an engagement, counted back from the end of the date range',
    }),
    ofWeeks: Type.Integer({ minimum: 1, maximum: scoreWeeks }),
    middleStage: Count,
    lateStage: Count,
  },
  { description: `${scoreMeaning}; null then` },
);
export type EngagementScore = Static<typeof EngagementScore>;

/** What is known about an organization; without the values that the caller may not see. */
export const OrgProfile = object({
  ...Seen.properties,
  countries: Type.Array(Text, { description: 'Of its activities with the clients, at any date, most first' }),
  revenue: orNull(Type.Number()),
  productCategories: Type.Array(Text),
  answers: Type.Array(
    object({
      field: Type.String({ description: 'Name of the filter field' }),
      label: Text,
      kind: enumSchema(filterKinds),
      values: Type.Array(Text),
    }),
    { description: 'To organization questions; none in Blinded Mode' },
  ),
});
export type OrgProfile = Static<typeof OrgProfile>;

export const BuyingGroup = object({
  readers: Count,
  newReaders: Type.Integer({
    minimum: 0,
    description: 'Whose first activity with the clients, whatever the other filters, is in the range',
  }),
  roles: Type.Array(
    object({
      id: Type.String({ description: "Id to filter by; '' without a persona" }),
      name: Text,
      readers: Count,
    }),
    {
      description:
        'By persona, most readers first, then those without one; a reader with several counts in each',
    },
  ),
  seniority: Type.Array(object({ level: enumSchema(seniorityLevels), readers: Count }), {
    description: 'By words in job titles; a reader with words of several levels counts in each',
  }),
  newest: Type.Array(
    object({
      ...Type.Pick(ReaderRow, ['readerId', 'userIdOrEmail', 'name', 'jobTitle', 'totalEngagements'])
        .properties,
    }),
    { description: 'The new ones with most engagements' },
  ),
});
export type BuyingGroup = Static<typeof BuyingGroup>;

export const MostReadContent = object({
  id: Type.String({ description: 'Id to filter by' }),
  title: DocumentName,
  contentType: Text,
  buyersJourneyStage: enumSchema(stages),
  totalUniqueReaders: Count,
  totalEngagements: Count,
  documentUrl: orNull(Text),
});

const PathDocument = object({
  id: Type.String({ description: 'Id to filter by' }),
  title: DocumentName,
  readers: Count,
});

export const FirstContent = object({
  readers: Type.Integer({ minimum: 0, description: 'Each began with one document' }),
  allDocuments: Type.Integer({ minimum: 0, description: 'How many documents readers began with' }),
  documents: Type.Array(
    object({
      ...PathDocument.properties,
      onlyThis: Type.Integer({ minimum: 0, description: 'Readers who engaged with no other document' }),
      next: orNull(
        object(PathDocument.properties, {
          description: 'What most of these readers engaged with next; of equal ones that with the lowest id',
        }),
      ),
    }),
    { description: 'Those with which most readers began' },
  ),
});
export type FirstContent = Static<typeof FirstContent>;

/** Organizations with as many engagements are placed by readers, then by id. */
export const OrgRank = object({
  rank: orNull(Type.Integer({ minimum: 1, description: 'null without an engagement in the filters' })),
  of: Count,
  byType: Type.Array(object({ companyType: Text, rank: Place, of: Count })),
});

export const SimilarOrg = object({
  orgId: Id,
  orgName: Text,
  companyUrl: Text,
  sharedDocuments: Count,
  totalDocuments: Type.Integer({ minimum: 1, description: 'All documents that it read' }),
  activitiesCount: Count,
});
export type SimilarOrg = Static<typeof SimilarOrg>;
