import { startFakeServer } from '@readerlens/auth/testing';
import type { Answer, SeenCall } from '@readerlens/auth/testing';
import type { OnboardingForm } from '../form/form.queries.ts';

export const testForm = (change: Partial<OnboardingForm> = {}): OnboardingForm => ({
  id: 'f1',
  userId: '7',
  name: 'Cleo Client',
  email: 'cleo@norvane.example',
  companyId: '1',
  companyName: 'Norvane',
  senderEmail: 'renee@readerlens.example',
  sentFromName: 'Readerlens Weekly',
  sentAt: '2026-03-02T12:00:00.000Z',
  expiresAt: '2026-05-31T12:00:00.000Z',
  submittedAt: null,
  lastActivity: '2026-03-03T12:00:00.000Z',
  reminder: null,
  isSubmitted: false,
  isExpired: false,
  lastStepCompleted: 4,
  version: 3,
  mayEdit: true,
  generalInfo: null,
  companyInfo: {
    id: 'f1',
    companyId: '1',
    name: 'Norvane',
    address1: '1 Main Street',
    city: 'Basel',
    state: 'BS',
    postalCode: '',
    phone: '',
    contactName: 'Cleo',
    contactTitle: 'Head',
    profile: '',
    profilePageContact: '',
    companyWebsite: '',
    fileUrl: '',
    logos: [],
  },
  contacts: [{ id: 'c1', firstName: 'Ada', lastName: 'Löwe', email: 'ada@norvane.example' }],
  contentInfo: { id: 'f1', companyId: '1', websiteReview: null, comment: '' },
  content: [],
  logoUrls: [],
  clientSetUpAt: null,
  clientProfile: null,
  ...change,
});

interface Sent extends Record<string, unknown> {
  version?: number;
  isDraft?: boolean;
}

const status = ({ isSubmitted, isExpired, lastStepCompleted, version }: OnboardingForm) => ({
  isSubmitted,
  isExpired,
  lastStepCompleted,
  version,
});

/** A fake server with one form. By call, `failures` replace answers. */
export const startOnboardingServer = async (initial: OnboardingForm) => {
  const state = { form: initial };
  const failures = new Map<string, Answer>();
  const savePart = (part: 'companyInfo' | 'contentInfo', { version: _v, isDraft: _d, ...sent }: Sent) => {
    const { form } = state;
    state.form = { ...form, version: form.version + 1, [part]: { ...form[part], ...sent } };
    return { data: { part: state.form[part], status: status(state.form) } };
  };
  const answer = ({ call, body }: SeenCall<Sent>): Answer | undefined => {
    switch (call) {
      case 'GET /api/onboarding/f1':
        return { data: state.form };
      case 'PATCH /api/onboarding/f1/company-info':
        return savePart('companyInfo', body);
      case 'PATCH /api/onboarding/f1/content-info':
        return savePart('contentInfo', body);
      case 'POST /api/onboarding/f1/company-contacts': {
        const contacts = (body as unknown as Omit<OnboardingForm['contacts'][number], 'id'>[]).map(
          (contact, index) => ({ ...contact, id: `c${index}` }),
        );
        state.form = { ...state.form, contacts, version: state.form.version + 1 };
        return { data: { part: contacts, status: status(state.form) } };
      }
      case 'POST /api/onboarding/f1/download':
        return { data: '/api/onboarding-download/token' };
      case 'PATCH /api/manage-onboarding/f1/reminder':
        return { data: state.form.reminder };
      case 'PATCH /api/onboarding/f1':
        state.form = { ...state.form, isSubmitted: true, mayEdit: false, lastStepCompleted: 5 };
        return { data: status(state.form) };
      default:
        return undefined;
    }
  };
  const server = await startFakeServer<Sent>((seen) => failures.get(seen.call) ?? answer(seen));
  return { ...server, state, failures };
};
