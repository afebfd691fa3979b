import { day } from './calendar.ts';
import type { DemoPart, DemoTable } from './demo-part.ts';
import { demoUsers, findUserId } from './demo-users.ts';
import { uuid } from './random.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

interface PlannedForm {
  /** A demo user, by the part of the address before the @. */
  readonly user: string;
  /** Place among the clients, biggest first. */
  readonly client: number;
  readonly sentDaysAgo: number;
  /** The number of the last saved step. */
  readonly lastStep: number;
  readonly isSubmitted?: true;
  /** The client was set up from it, and the person got access to the client. */
  readonly isSetUp?: true;
}

/** A form can be filled in for 90 days. Each state of a form occurs. */
const planned: readonly PlannedForm[] = [
  { user: 'quiet', client: 9, sentDaysAgo: 1, lastStep: 0 },
  { user: 'invited', client: 4, sentDaysAgo: 3, lastStep: 0 },
  { user: 'client', client: 0, sentDaysAgo: 6, lastStep: 3 },
  { user: 'onecommunity', client: 0, sentDaysAgo: 9, lastStep: 2 },
  { user: 'noevents', client: 3, sentDaysAgo: 15, lastStep: 4 },
  { user: 'premium', client: 1, sentDaysAgo: 40, lastStep: 5, isSubmitted: true },
  { user: 'client', client: 2, sentDaysAgo: 75, lastStep: 5, isSubmitted: true, isSetUp: true },
  { user: 'invited', client: 5, sentDaysAgo: 120, lastStep: 0 },
  { user: 'quiet', client: 9, sentDaysAgo: 150, lastStep: 2 },
  { user: 'noevents', client: 1, sentDaysAgo: 210, lastStep: 5, isSubmitted: true },
  { user: 'client', client: 0, sentDaysAgo: 330, lastStep: 5, isSubmitted: true },
  { user: 'premium', client: 1, sentDaysAgo: 400, lastStep: 3 },
];

const expiryDays = 90;
const titles = ['Head of Marketing', 'Marketing Manager', 'Commercial Director', 'Product Manager'];
const cities = [
  ['Basel', 'BS', '4051'],
  ['Leiden', 'ZH', '2311'],
  ['Cork', 'CO', 'T12'],
  ['Durham', 'NC', '27701'],
] as const;
const contents = [
  ['How to choose a depth filter', 'depth filtration, clarification'],
  ['Scaling up single-use mixing', 'single-use, mixing, scale-up'],
  ['Case study: from pilot to plant in nine months', 'technology transfer, case study'],
];

interface Form extends PlannedForm {
  readonly id: string;
  readonly clientId: number;
  readonly company: string;
  readonly person: (typeof demoUsers)[number];
  readonly contactIds: readonly [string, string];
  readonly companyInfo: ReturnType<typeof buildCompany>;
}

const buildCompany = (
  { company, person, lastStep }: Pick<Form, 'company' | 'person' | 'lastStep'>,
  random: Random,
) => {
  const [city, state, postalCode] = random.pick(cities);
  if (lastStep < 2) return { name: company };
  return {
    name: company,
    contactName: `${person.firstName} ${person.lastName}`,
    contactTitle: random.pick(titles),
    address1: `${random.int(90) + 1} Main Street`,
    city,
    state,
    postalCode,
    phone: `555-01${10 + random.int(89)}`,
    profile: `<p>${company} makes equipment for <strong>bioprocessing</strong>.</p><ul><li><p>Filtration</p></li><li><p>Mixing</p></li></ul>`,
    companyWebsite: 'https://www.example.com',
  };
};

const build = ({ dimensions }: World, random: Random): Form[] =>
  planned.map((form) => {
    const client = dimensions.clients[form.client % dimensions.clients.length]!;
    const person = demoUsers[findUserId(form.user) - 1]!;
    const id = uuid(random);
    const companyInfo = buildCompany({ ...form, company: client.name, person }, random);
    const contactIds = [uuid(random), uuid(random)] as const;
    return { ...form, id, clientId: client.id, company: client.name, person, companyInfo, contactIds };
  });

const buildSetup = ({ clientId, contactIds: [contactId], user }: Form) =>
  JSON.stringify({
    clientId,
    fields: ['address', 'phone', 'website', 'profile'],
    accounts: [{ contactId, act: 'addClient', userId: findUserId(user) }],
    reports: [],
  });

function* onboardingTables(world: World, _context: unknown, random: Random): Generator<DemoTable> {
  const forms = build(world, random);
  const at = (daysAgo: number) => new Date(world.now - daysAgo * day);
  const savedAt = ({ sentDaysAgo, lastStep }: Form) => at(Math.max(0, sentDaysAgo - lastStep));
  yield {
    table: 'onboarding_form',
    columns: [
      'id',
      'client_id',
      'user_id',
      'name',
      'email',
      'sent_from_name',
      'sender_email',
      'sent_at',
      'expires_at',
      'submitted_at',
      'last_step',
      'general',
      'company',
      'content_info',
      'version',
      'created_at',
      'created_by',
      'updated_at',
      'last_activity_at',
      'client_set_up_at',
      'client_set_up_by',
      'client_setup',
    ],
    rows: forms.map((form) => {
      const { person, lastStep } = form;
      const name = `${person.firstName} ${person.lastName}`;
      const general = {
        name,
        email: person.email,
        ...(lastStep > 0 ? { onlines: ['1'], isNewClient: true } : {}),
      };
      return [
        form.id,
        form.clientId,
        findUserId(form.user),
        name,
        person.email,
        'Readerlens Weekly',
        'internal@demo.example',
        at(form.sentDaysAgo),
        at(form.sentDaysAgo - expiryDays),
        form.isSubmitted ? savedAt(form) : null,
        lastStep,
        JSON.stringify(general),
        JSON.stringify(form.companyInfo),
        JSON.stringify(
          lastStep >= 4 ? { websiteReview: 'Yes', comment: 'Please start with the case study.' } : {},
        ),
        lastStep,
        at(form.sentDaysAgo),
        findUserId('internal'),
        savedAt(form),
        savedAt(form),
        form.isSetUp ? savedAt(form) : null,
        form.isSetUp ? findUserId('internal') : null,
        form.isSetUp ? buildSetup(form) : null,
      ];
    }),
  };
  yield {
    table: 'client_profile',
    columns: [
      'client_id',
      'address1',
      'city',
      'state',
      'postal_code',
      'phone',
      'website',
      'profile',
      'updated_at',
      'updated_by',
    ],
    rows: forms
      .filter(({ isSetUp }) => isSetUp)
      .map((form) => {
        const { address1 = '', city = '', state = '', postalCode = '', phone = '' } = form.companyInfo;
        const { companyWebsite = '', profile = '' } = form.companyInfo;
        return [
          form.clientId,
          address1,
          city,
          state,
          postalCode,
          phone,
          companyWebsite,
          profile,
          savedAt(form),
          findUserId('internal'),
        ];
      }),
  };
  yield {
    table: 'onboarding_contact',
    columns: ['id', 'form_id', 'client_id', 'position', 'first_name', 'last_name', 'email'],
    rows: forms
      .filter(({ lastStep }) => lastStep >= 3)
      .flatMap((form) =>
        [
          [form.person.firstName, form.person.lastName, form.person.email],
          ['Ada', 'Löwe', 'ada.loewe@demo.example'],
        ].map(([first, last, email], position) => [
          form.contactIds[position]!,
          form.id,
          form.clientId,
          position,
          first,
          last,
          email,
        ]),
      ),
  };
  yield {
    table: 'onboarding_content',
    columns: ['id', 'form_id', 'client_id', 'title', 'url', 'keyword', 'created_at', 'updated_at'],
    rows: forms
      .filter(({ lastStep }) => lastStep >= 4)
      .flatMap((form) =>
        contents.map(([title, keyword], index) => [
          uuid(random),
          form.id,
          form.clientId,
          title,
          index === 0 ? 'https://www.example.com/depth-filter' : '',
          keyword,
          savedAt(form),
          savedAt(form),
        ]),
      ),
  };
}

/** Onboarding forms in each state. */
export const onboardingPart: DemoPart = { name: 'onboarding', tables: onboardingTables };
