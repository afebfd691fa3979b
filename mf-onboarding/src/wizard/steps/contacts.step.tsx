import { api } from '@readerlens/auth';
import { contactKey, contactProblems } from '@readerlens/contract/onboarding';
import {
  Box,
  Button,
  Card,
  FormProvider,
  IconButton,
  RowList,
  Stack,
  Text,
  TextField,
  confirm,
  toast,
  useForm,
  useTextField,
} from '@readerlens/ui';
import type { FormState, TableColumn } from '@readerlens/ui';
import { WizardStep } from '@readerlens/ui/parts';
import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { OnboardingForm } from '../../form/form.queries.ts';
import type { StepProps } from '../step-props.ts';
import { usePartForm } from '../use-part-form.tsx';

interface NewContact {
  firstName: string;
  lastName: string;
  email: string;
}
type ListedContact = NewContact & { readonly id?: string };
interface ContactList {
  contacts: readonly ListedContact[];
}

const emptyContact: NewContact = { firstName: '', lastName: '', email: '' };

const toList = (contacts: OnboardingForm['contacts']): ContactList => ({ contacts });

const showContacts = (_field: 'contacts', value: unknown) => {
  const contacts = value as readonly ListedContact[];
  return contacts.length === 0 ? (
    'No contacts'
  ) : (
    <ul>
      {contacts.map(({ firstName, lastName, email }) => (
        <li key={email}>{`${firstName} ${lastName}, ${email}`}</li>
      ))}
    </ul>
  );
};

const Fields = () => (
  <Box
    display="grid"
    gap="4"
    gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' }}
  >
    <TextField label="First Name" required autoComplete="off" {...useTextField('firstName')} />
    <TextField label="Last Name" required autoComplete="off" {...useTextField('lastName')} />
    <TextField label="Email" required type="email" autoComplete="off" {...useTextField('email')} />
  </Box>
);

/** Adds to the list of this page; only the step stores it. */
const AddContact = ({ list }: { list: FormState<ContactList> }) => {
  const area = useRef<HTMLDivElement>(null);
  const { contacts } = list.values;
  const added = useForm({
    initial: emptyContact,
    check: (contact) =>
      Object.fromEntries(
        contactProblems(contact, new Set(contacts.map(({ email }) => contactKey(email)))).map(
          ({ path, message }) => [path, message],
        ),
      ),
    save: (contact) => Promise.resolve(contact),
    onSaved: ({ firstName, lastName, email }) => {
      const contact = { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim() };
      list.change({ contacts: [...contacts, contact] });
      added.reset(emptyContact);
      area.current?.querySelector('input')?.focus();
    },
    leaveQuestion: 'Leave without adding this contact?',
  });
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    added.submit();
  };
  return (
    <FormProvider form={added}>
      <Stack
        gap="4"
        alignItems="flex-start"
        ref={(element: HTMLDivElement | null) => {
          area.current = element;
          added.setElement(element);
        }}
        onKeyDown={addOnEnter}
      >
        <Box width="100%">
          <Fields />
        </Box>
        <Button icon={<Plus size={15} aria-hidden="true" />} onClick={() => added.submit()}>
          Add Contact
        </Button>
      </Stack>
    </FormProvider>
  );
};

const createColumns = (onRemove: (contact: ListedContact) => void): readonly TableColumn<ListedContact>[] => [
  { id: 'firstName', header: 'First Name', minWidth: '110px', cell: ({ firstName }) => firstName },
  { id: 'lastName', header: 'Last Name', minWidth: '110px', cell: ({ lastName }) => lastName },
  { id: 'email', header: 'Email', minWidth: '180px', cell: ({ email }) => email },
  {
    id: 'delete',
    header: 'Delete',
    minWidth: '60px',
    cell: (contact) => (
      <IconButton
        size="sm"
        label={`Delete contact ${contact.email}`}
        icon={<Trash2 size={14} aria-hidden="true" />}
        onClick={() => onRemove(contact)}
      />
    ),
  },
];

/** The people who get activity reports. Nothing is stored before 'Save and Continue'. */
export const ContactsStep = ({ form: stored, onSaved, frame }: StepProps) => {
  const { form, panel } = usePartForm({
    stored,
    part: stored.contacts,
    toValues: toList,
    toForm: (contacts: OnboardingForm['contacts']) => ({ contacts }),
    labels: { contacts: 'Contacts' },
    show: showContacts,
    send: (_changes, { version, values }) => {
      const input = { params: { id: stored.id }, query: { version }, body: [...values.contacts] };
      return api('POST /api/onboarding/{id}/company-contacts', input);
    },
    onSaved,
    withoutDrafts: true,
  });
  const { contacts } = form.values;
  const remove = async (contact: ListedContact) => {
    const title = 'Are you sure you want to delete this contact?';
    if (!(await confirm({ title, message: contact.email, confirmLabel: 'Continue' }))) return;
    form.change({ contacts: contacts.filter((each) => each !== contact) });
    toast.success(`Deleted contact '${contact.email}'`);
  };
  return (
    <Stack gap="4">
      <Card title="Add a contact" aria-label="Add a contact">
        <AddContact list={form} />
      </Card>
      <WizardStep form={form} label="Contacts step" {...frame}>
        {panel}
        <Card title="Contacts" aria-label="Contacts">
          <Stack gap="3">
            <Text color="textMuted">
              These people receive activity reports. The list is stored with Save and Continue.
            </Text>
            <RowList
              caption="Contacts of the form"
              columns={createColumns((contact) => void remove(contact))}
              rows={contacts}
              rowKey={({ email }) => email}
              empty="No contacts"
            />
          </Stack>
        </Card>
      </WizardStep>
    </Stack>
  );
};
