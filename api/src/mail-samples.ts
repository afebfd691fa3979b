// Every mail with sample data, for the page that developers look at and for a test of each.
import { emptyPageWords } from '@readerlens/contract/marketing-pages';
import { noMatchMessage } from '@readerlens/contract/alerts/messages';
import type { ActivityView } from './activities/activity-view.ts';
import { passwordMail, registrationMail, registrationMailToForward } from './people/account-mails.ts';
import { noticeMail } from './people/failure-notice.ts';
import type { FailureNotice } from './people/failure-notice.ts';
import type { Services } from './people/services.ts';
import { individualLetter, listLetter } from './features/activity-reports/report-mail.ts';
import {
  messagesPaused,
  reportNotDelivered,
  reportNotSent,
} from './features/activity-reports/report-notices.ts';
import { composeRunMail } from './features/alerts/run/run-mail.ts';
import {
  alertMessagesPaused,
  alertNotDelivered,
  alertNotEvaluated,
} from './features/alerts/run/alert-notices.ts';
import { influenceMessagesPaused } from './features/marketing/influence/influence-webhook.ts';
import { composePageMail } from './features/marketing/page-mails/page-letter.ts';
import { pageMailNotSent } from './features/marketing/page-mails/page-mail-notice.ts';
import { onboardingMail, reminderMail } from './features/onboarding/onboarding-mail.ts';
import { shareBody } from './features/sharing/share-mail.ts';
import type { MailContent } from './platform/mail/mail.ts';
import type { MailKind } from './platform/mail/mail-limits.ts';

export type MailSample = Pick<MailContent, 'subject' | 'text' | 'html'> & { readonly name: string };

const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const other = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

const view: ActivityView = {
  id: '1-4711',
  qualifiedId: 'Webinar-1-4711',
  referenceNumber: 'Webinar-1-4711',
  activityType: 'Webinar',
  date: '2026-03-02T13:00:00.000Z',
  sequence: 'Initial',
  quality: 4,
  source: 'organic',
  advertiser: 'Norvane Filtration',
  newsletter: null,
  analystTags: [],
  hasSpecifics: true,
  specifics: 'Asked for a price list and a call in the week of 9 March.',
  specificsModel: null,
  userId: '12',
  firstName: 'Ada',
  lastName: 'Löwe',
  fullName: 'Ada Löwe',
  email: 'ada.loewe@helvar-therapeutics.example',
  emailUrl: null,
  jobTitle: 'Head of Downstream Processing',
  phone: '+41 44 123 45 67',
  address: null,
  city: 'Basel',
  state: null,
  country: 'Switzerland',
  region: 'Europe',
  formattedAddr: 'Basel, Switzerland',
  consent: '2026-01-15',
  linkedIn: null,
  company: 'Helvar Therapeutics',
  readerOrg: 'Helvar Therapeutics',
  companyUrl: null,
  orgTypes: ['Biopharma'],
  revenue: null,
  productCategories: [],
  docId: '7',
  docTitle: 'Single-use filtration at scale: what 12 plants learned',
  docUrl: null,
  docType: 'Webinar',
  contentType: 'Editorial',
  topics: [],
  stage: 'Middle',
  portal: 'Biologics',
};

const period = { from: new Date('2026-02-23T06:00:00Z'), to: new Date('2026-03-02T06:00:00Z') };
const rows = Array.from({ length: 20 }, (_, index) => ({
  title: `Reader ${index + 1} of an organization with a long name, Rheinische Pharmabetriebsgesellschaft`,
  detail: `${20 - index} activities in 2 months · Norvane Filtration`,
}));

/** By kind, as the product would send them. */
export const mailSamples = (
  config: Services['config'],
): Readonly<Record<Exclude<MailKind, 'reportNow'>, readonly MailSample[]>> => {
  const { publicUrl } = config;
  const supportEmail = config.public.support.email;
  const account = { to: view.email ?? '', firstName: 'Ada', supportEmail };
  const signIn = { password: true, provider: undefined };
  const registration = (link: string) => registrationMail({ ...account, link, signIn });
  const reportContext = {
    link: `${publicUrl}/api/activity-report-file/sample`,
    owner: 'Clio Castor',
    supportEmail,
    includesQuality: true,
  };
  const about = { contact: 'Nora Vane', path: `/dissemination-contact/5/${id}` };
  const alert = { id, name: 'Biopharma companies that read a lot' };
  const pageMail = {
    title: 'Net New Readers & Organizations',
    dates: 'Dec 2, 2025 – Mar 2, 2026',
    about: ['Clients: Norvane Filtration', 'Country: Germany, Switzerland'],
    link: `${publicUrl}/performance/net-new-readers-orgs?f=Clients:1;RelativeDateRange:-90d`,
    supportEmail,
  };
  const refusal = { recipient: 'nora@norvane.example', error: '550 5.1.1 unknown mailbox' };
  const alertMail = {
    alertName: alert.name,
    path: `/notifications/dashboard/${id}/${other}`,
    viewsNotifications: true,
    unsubscribeToken: 'sample',
  };
  const summary = {
    readers: 312,
    organizations: 87,
    clients: ['Norvane Filtration'],
    topOrganizations: [
      { name: 'Merivelle Implants', activities: 45 },
      { name: 'Calvaron Devices', activities: 31 },
    ],
    topDocuments: [{ name: view.docTitle, activities: 64 }],
  };
  const change = {
    period: { from: new Date('2026-02-23T00:00:00Z'), to: period.from },
    lastTotal: 1180,
    newOrganizations: 6,
  };
  const reports: readonly MailSample[] = [
    {
      name: 'Report with a list',
      ...listLetter(
        Array.from({ length: 20 }, () => view),
        { total: 1234, period, timeZone: 'UTC', summary, change, fileRows: 421 },
        { ...reportContext, attached: 'Activity report 2026-03-02.xlsx' },
      ),
    },
    { name: 'Report of one activity', ...individualLetter(view, reportContext) },
  ];
  const notice = (name: string, failure: FailureNotice) => ({ name, ...noticeMail(failure, config) });
  const onboarding = (isNew: boolean) => ({
    to: 'ada@norvane.example',
    name: 'Ada Löwe',
    company: 'Norvane Filtration',
    sentFromName: 'Readerlens Weekly',
    senderEmail: 'onboarding@example.com',
    link: `${publicUrl}/${isNew ? 'register/sample?redirect=%2Fonboarding%2Fsample%2F0' : 'onboarding/sample/0'}`,
    isNew,
    expiresOn: new Date('2026-05-31T06:00:00Z'),
  });
  const invited = { name: 'Registration', ...registration(`${publicUrl}/register/sample`) };
  return {
    password: [
      { name: 'New password', ...passwordMail({ ...account, link: `${publicUrl}/set-password/sample` }) },
    ],
    registration: [invited],
    registrationAsked: [{ ...invited, name: 'Registration, asked for again' }],
    registrationToForward: [
      {
        name: 'Registration to forward',
        ...registrationMailToForward({
          to: { name: 'Clio Castor', email: 'clio@norvane.example' },
          for: `Ada Löwe (${view.email})`,
          link: `${publicUrl}/register/sample`,
          supportEmail,
          signIn,
        }),
      },
    ],
    onboarding: [true, false].map((isNew) => ({
      name: isNew ? 'Onboarding form, first to register' : 'Onboarding form',
      ...onboardingMail(onboarding(isNew)),
    })),
    onboardingReminder: [true, false].map((isNew) => ({
      name: isNew ? 'Reminder of an onboarding form, first to register' : 'Reminder of an onboarding form',
      ...reminderMail(onboarding(isNew)),
    })),
    share: [
      {
        name: 'Shared activity',
        subject: 'A webinar attendee for you',
        ...shareBody({
          body: '<p>Hello Nora,</p><p>this reader <strong>asked for a price list</strong>. See <a href="https://readerlens.example/prices">our prices</a>:</p><ul><li><p>Filters</p></li><li><p>Holders</p></li></ul><blockquote><p>A call in the week of 9 March.</p></blockquote>',
          view,
          author: { name: 'Clio Castor', address: 'clio@norvane.example' },
          attachments: [
            { name: 'Webinar 2026-03-02.pdf', mediaType: 'application/pdf', content: new Uint8Array() },
          ],
        }),
      },
    ],
    alert: [
      {
        name: 'Alert with more readers than it lists',
        ...composeRunMail(config, {
          ...alertMail,
          paragraphs: [
            '42 readers had at least 5 activities in 2 months. Only these activities count: webinars and events by readers in Germany or France, for Norvane Filtration or 1 more, with 1 filter you cannot see.',
            'The attached file Biopharma companies that read a lot 2026-03-02.xlsx lists the activities.',
          ],
          rows,
          total: 42,
        }),
      },
    ],
    alertTest: [
      {
        name: 'Alert that matches nothing, as a test',
        ...composeRunMail(config, {
          ...alertMail,
          paragraphs: ['No reader had at least 5 activities in 2 months.', noMatchMessage],
          rows: [],
          total: 0,
        }),
      },
    ],
    report: reports,
    reportAgain: reports.map((sample) => ({ ...sample, name: `${sample.name}, sent again` })),
    pageMail: [
      {
        name: 'Page with figures',
        ...composePageMail({
          ...pageMail,
          content: {
            figures: [
              { label: 'Net new readers', value: '1,204', note: '+12% from 1,075 in the previous period' },
              { label: 'New among active readers', value: '30.0%', note: '30 of 100 (95%: 21.9–39.6%)' },
            ],
            change: '1,420 new readers, 152 more than in Nov 2 – Dec 1, 2025 (+12%).',
          },
          attached: 'Net New Readers & Organizations.pdf',
        }),
      },
      {
        name: 'Page without uploads',
        ...composePageMail({
          ...pageMail,
          title: 'Webinars',
          content: { figures: [], empty: emptyPageWords.webinars.period },
        }),
      },
    ],
    failureNotice: [
      notice('Page not sent', pageMailNotSent('netNew')),
      notice('Report not sent', reportNotSent(about)),
      notice('Report not delivered', reportNotDelivered({ ...about, ...refusal })),
      notice(
        'Webhook messages paused',
        messagesPaused({
          ...about,
          client: 'Norvane Filtration',
          error: 'The server responded with status 410.',
        }),
      ),
      notice('Alert not evaluated', alertNotEvaluated(alert, '2026-03-02')),
      notice('Alert not delivered', alertNotDelivered(alert, { ...refusal, findsRun: true })),
      notice(
        'Webhook messages of an alert paused',
        alertMessagesPaused(alert, 'The server responded with status 410.'),
      ),
      notice(
        'Webhook messages about deals paused',
        influenceMessagesPaused({ id: 1, name: 'Norvane' }, 'The server responded with status 410.'),
      ),
    ],
  };
};
