import type { FakeApi } from './fake-api.ts';
import { row } from './engagements.ts';

/** A score with its parts. */
export const engagementScore = {
  total: 64,
  recency: 21,
  frequency: 13,
  breadth: 25,
  depth: 5,
  engagements: 40,
  readers: 12,
  daysSinceLast: 14,
  activeWeeks: 6,
  ofWeeks: 12,
  middleStage: 8,
  lateStage: 4,
};

export const nordic = { id: '9', name: 'Nordic Labs', website: 'www.nordic.example', companyType: ['CDMO'] };

const dashboard = '/api/reader-co-dashboard';
const point = (name: string, value: number, id = name) => ({ id, name, value });

const cleo = {
  readerId: '7',
  userIdOrEmail: 'cleo@lab.example',
  rank: 1,
  name: 'Cleo Dahl',
  firstName: 'Cleo',
  lastName: 'Dahl',
  email: 'cleo@lab.example',
  jobTitle: 'Chemist',
  linkedInUrl: null,
  company: 'Nordic Labs',
  orgId: '9',
  orgName: 'Nordic Labs',
  companyUrl: null,
  totalEngagements: 18,
  totalDocuments: 6,
  documentTitle: 'Guide 1',
  documentUrl: null,
  mostRecent: '2026-02-04T15:06:07.000Z',
};

/** What the server tells of one organization with 30 engagements. */
export const oneCompany: FakeApi['answers'] = {
  '/api/user-proxy': { data: nordic },
  '/api/annotations/search': { data: [] },
  [`${dashboard}/total-engagements-count`]: { data: { total: 30 }, top: { total: 30 } },
  [`${dashboard}/total-unique-user-engagements-count`]: { data: { total: 4 }, top: { total: 4 } },
  [`${dashboard}/most-active-org`]: { data: nordic },
  [`${dashboard}/engagements-over-time`]: {
    data: [
      { key: '2026-01', value: { primary: 10, secondary: 0 } },
      { key: '2026-02', value: { primary: 12, secondary: 8 } },
    ],
  },
  [`${dashboard}/engagements-by-buyersjourney`]: { data: [point('Late', 20), point('Early', 10)] },
  [`${dashboard}/engagements-by-field/DocumentTypes`]: {
    data: [point('Article', 28), point('Unclassified', 2, '')],
  },
  [`${dashboard}/engagements-by-field/Onlines`]: { data: [point('Cell Therapy', 30, 'o1')] },
  [`${dashboard}/most-active-readers`]: { data: [cleo] },
  [`${dashboard}/most-read-content`]: {
    data: [
      {
        id: 'd1',
        title: 'Field guide',
        contentType: 'Editorial',
        buyersJourneyStage: 'Early',
        totalUniqueReaders: 3,
        totalEngagements: 9,
        documentUrl: 'https://content.example/d1',
      },
    ],
  },
  [`${dashboard}/first-content`]: {
    data: {
      readers: 12,
      allDocuments: 5,
      documents: [
        {
          id: 'd4',
          title: 'Starter kit',
          readers: 6,
          onlyThis: 1,
          next: { id: 'd2', title: 'Case study', readers: 3 },
        },
        {
          id: 'd5',
          title: 'Glossary',
          readers: 4,
          onlyThis: 0,
          next: { id: 'd6', title: 'Interview', readers: 1 },
        },
        { id: 'd3', title: 'Price list', readers: 1, onlyThis: 1, next: null },
      ],
    },
  },
  [`${dashboard}/rank`]: {
    data: { rank: 3, of: 1204, byType: [{ companyType: 'CDMO', rank: 1, of: 88 }] },
  },
  [`${dashboard}/profile`]: {
    data: {
      firstSeen: '2019-02-03T10:00:00.000Z',
      lastSeen: '2026-02-27T10:00:00.000Z',
      countries: ['Norway', 'Sweden', 'Denmark', 'Finland', 'Iceland'],
      revenue: 1250000.4,
      productCategories: ['Bioprocess', 'Devices'],
      answers: [
        { field: 'EmployeeCount', label: 'Employees', kind: 'Numeric', values: ['1200'] },
        { field: 'Outsources', label: 'Outsources', kind: 'Bool', values: ['true'] },
        { field: 'Phase', label: 'Phase', kind: 'Terms', values: ['Market'] },
      ],
    },
  },
  [`${dashboard}/buying-group`]: {
    data: {
      readers: 12,
      newReaders: 3,
      roles: [
        { id: '4', name: 'Procurement', readers: 7 },
        { id: '', name: 'No persona', readers: 1 },
      ],
      seniority: [
        { level: 'Executive', readers: 2 },
        { level: 'Director', readers: 0 },
        { level: 'Manager', readers: 1 },
        { level: 'Other', readers: 9 },
      ],
      newest: [
        {
          readerId: '8',
          userIdOrEmail: 'finn@lab.example',
          name: 'Finn Moe',
          jobTitle: 'Buyer',
          totalEngagements: 5,
        },
      ],
    },
  },
  [`${dashboard}/score`]: { data: engagementScore },
  [`${dashboard}/similar-orgs`]: {
    data: [
      {
        orgId: '12',
        orgName: 'Fjord Bio',
        companyUrl: '/analytics/reader-co-dashboard/-/12/Fjord%20Bio',
        sharedDocuments: 5,
        totalDocuments: 8,
        activitiesCount: 21,
      },
    ],
    top: { ownDocuments: 14 },
  },
  [`${dashboard}/timeline`]: { data: [row(3)], top: { next: 'part-2' } },
};
