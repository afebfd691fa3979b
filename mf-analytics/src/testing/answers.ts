import type { FakeApi } from './fake-api.ts';

const month = (key: string, primary: number, secondary: number) => ({ key, value: { primary, secondary } });

const point = (name: string, value: number) => ({ id: name, name, value });

const buildDocument = (id: string, name: string, value: number, buyersJourneyStage: string) => ({
  id,
  name,
  value,
  customFields: {
    documentUrl: `https://content.example/${id}`,
    buyersJourneyStage,
    contentType: 'Editorial',
    docTypeName: 'Article',
    uniqueReaders: value,
  },
});

/** A small client: 1,250 engagements of 310 people. */
export const smallClient: FakeApi['answers'] = {
  '/api/annotations/search': { data: [] },
  '/api/client-dashboard/stats': { data: { totalLeads: 1250, uniquePeople: 310, uniqueDocs: 42 } },
  '/api/client-dashboard/changes': {
    data: {
      current: 1250,
      previous: 1000,
      gained: 300,
      lost: 50,
      parts: [
        { id: '7', name: 'Acme Labs', current: 400, previous: 250 },
        { id: '8', name: 'Borealis Bio', current: 0, previous: 50 },
      ],
    },
  },
  '/api/client-dashboard/by-month': { data: [month('2026-01', 500, 250), month('2026-02', 300, 200)] },
  '/api/client-dashboard/unique-by-month': { data: [month('2026-01', 120, 80), month('2026-02', 100, 60)] },
  '/api/client-dashboard/by-source': {
    data: [
      { name: 'webinar', value: 250 },
      { name: 'organic', value: 1000 },
    ],
  },
  '/api/client-dashboard/unique-by-source': {
    data: [
      { name: 'organic', value: 290 },
      { name: 'webinar', value: 60 },
    ],
  },
  '/api/client-dashboard/by-field/DocumentTypes': {
    data: [point('Article', 800), point('Unclassified', 250)],
  },
  '/api/client-dashboard/by-field/BuyersJourneyStage': { data: [point('Late', 700), point('Early', 550)] },
  '/api/client-dashboard/by-field/Onlines': { data: [point('Cell Therapy', 1250)] },
  '/api/client-dashboard/by-field/Region': { data: [point('EMEA', 900), point('-1', 350)] },
  '/api/client-dashboard/by-field/ContentType': { data: [] },
  '/api/content-overview-dashboard/doc-count-by-buyers-journey': {
    data: [point('Early', 30), point('Late', 12)],
  },
  '/api/content-overview-dashboard/doc-count': { data: { total: 64 } },
  '/api/content-overview-dashboard/activities-with-docs-count': { data: { total: 42 } },
  '/api/client-dashboard/top-documents': {
    data: [
      buildDocument('d1', 'Field guide', 90, 'Early'),
      buildDocument('d2', '=SUM of parts', 70, 'Early'),
    ],
  },
  '/api/content-overview-dashboard/doc-count-by-buyers-journey-and-age': {
    data: [
      { docAge: '0-3 months', stage: 'Early', count: 30 },
      { docAge: '1-2 years', stage: 'Late', count: 12 },
    ],
  },
};
