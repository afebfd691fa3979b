import type { PlantedField } from '../planted-activity.ts';
import { dashboard, filtered, stored } from './output.ts';
import type { CallOutputs } from './output.ts';

const newness = 'POST /api/marketing-performance/newness';
const pipeline = 'POST /api/marketing-performance/pipeline';
const events = 'POST /api/marketing-performance/events';
const newsletters = 'POST /api/marketing-performance/newsletters';
const webinars = 'POST /api/marketing-performance/webinars';
/** A reader and their organization, with the paths of both. */
const readerLink: readonly PlantedField[] = ['FirstName', 'LastName', 'Email', 'ReaderCompany', 'ReaderOrgs'];
const ofNewReaders = filtered(() => ({ subject: 'readers' }));
const ofNewOrganizations = filtered(() => ({ subject: 'organizations' }));
const comparison = 'POST /api/marketing-performance/comparison';
/** The planted activity is organic, so both sides have it. */
const organic = { kind: 'tactic', ids: ['organic'] };
const ofSides = filtered(() => ({ baseline: organic, comparison: organic }));
const ofPage = filtered(() => ({ format: 'csv', title: 'Page', notes: [], figures: [], tables: [] }));
const ofBothSides = filtered(() => ({ baseline: organic, comparison: organic, part: 'both' }));
const ofDocuments = filtered(() => ({ measure: 'engagementsByDocument' }));

export const marketingCalls: CallOutputs = {
  outputs: [
    ofDocuments('POST /api/marketing-performance/changes', ['DocumentTitle']),
    dashboard(newness, []),
    ofNewReaders(`${newness}/by-month`, []),
    ofNewReaders(`${newness}/by-source`, []),
    ofNewReaders(`${newness}/cohorts`, []),
    ofNewReaders(`${newness}/rows`, readerLink),
    ofNewOrganizations(`${newness}/rows`, ['ReaderOrgs']),
    dashboard('POST /api/marketing-performance/content', []),
    dashboard('POST /api/marketing-performance/content/age-curve', []),
    dashboard('POST /api/marketing-performance/content/by-theme', ['ContentTopics']),
    dashboard('POST /api/marketing-performance/content/rows', ['DocumentTitle', 'DocumentTypes']),
    dashboard(pipeline, []),
    dashboard(`${pipeline}/by-stage`, []),
    dashboard(`${pipeline}/touches`, []),
    dashboard(`${pipeline}/credits`, []),
    dashboard(`${pipeline}/rows`, ['ReaderOrgs']),
    // The organization of the activity has an opportunity.
    dashboard(`${pipeline}/without-deals`, []),
    dashboard(webinars, []),
    dashboard(`${webinars}/registrations`, []),
    dashboard(`${webinars}/list`, []),
    dashboard(`${webinars}/people`, readerLink),
    // The registrant attended.
    dashboard(`${webinars}/no-shows`, []),
    dashboard(events, []),
    dashboard(`${events}/list`, []),
    dashboard(`${events}/sessions`, []),
    dashboard(`${events}/people`, readerLink),
    dashboard(`${events}/organizations`, ['ReaderOrgs']),
    // The days after the event of yesterday are not over.
    dashboard(`${events}/lift`, []),
    dashboard(`${events}/lift-rows`, []),
    dashboard(newsletters, []),
    dashboard(`${newsletters}/list`, []),
    dashboard(`${newsletters}/links`, []),
    dashboard(`${newsletters}/latency`, []),
    dashboard(`${newsletters}/people`, readerLink),
    dashboard(`${newsletters}/organizations`, ['ReaderOrgs']),
    ofSides(comparison, []),
    ofSides(`${comparison}/trend`, []),
    ofBothSides(`${comparison}/organizations`, ['ReaderOrgs']),
    // The client is one that the caller has chosen.
    { ...ofPage('POST /api/marketing-performance/page-file', ['Clients']), repeats: ['Clients'] },
    stored('GET /api/marketing-performance/page-mails'),
  ],
  silent: [
    'DELETE /api/marketing-performance/page-mails/{id}',
    'PATCH /api/marketing-performance/page-mails/{id}',
    'POST /api/marketing-performance/page-mails',
    'POST /api/marketing-performance/page-mails/{id}/send',
  ],
};
