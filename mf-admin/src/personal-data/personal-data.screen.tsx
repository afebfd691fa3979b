import { countText } from '@readerlens/contract/numbers';
import { api } from '@readerlens/auth';
import { useBlinded, useIsImpersonating } from '@readerlens/auth/react';
import { fileFailedMessage } from '@readerlens/contract/messages';
import { maxReferenceLength } from '@readerlens/contract/personal-data';
import { personalDataForbiddenMessage } from '@readerlens/contract/personal-data/messages';
import { useFileExport } from '@readerlens/filters/list';
import {
  Banner,
  Box,
  Button,
  Card,
  EmptyState,
  Flex,
  Form,
  MultiSelect,
  PageHeader,
  Stack,
  TextField,
  useForm,
  useTextField,
} from '@readerlens/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Download, Lock, LockOpen, Pencil, Search, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { AnsweredRequests } from './answered-requests.tsx';
import { CorrectDialog } from './correct.dialog.tsx';
import { concern } from './concerned-clients.tsx';
import { EraseDialog } from './erase.dialog.tsx';
import { FoundReaders } from './found-readers.tsx';
import { findReaders, requestsKey } from './personal-data.queries.ts';
import type { ErasureOutcome, Found } from './personal-data.queries.ts';
import { LiftDialog, RestrictDialog } from './restrict.dialog.tsx';
import { RetentionCard } from './retention-card.tsx';

interface Search {
  email: string;
}

const nobody: Search = { email: '' };
const findSearchProblem = (email: string): string | undefined => {
  if (email.trim() === '') return 'Enter an email';
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : 'Enter a whole email, such as jane@company.com';
};

const EmailField = () => (
  <TextField
    label="Email"
    required
    type="email"
    maxLength={320}
    autoComplete="off"
    {...useTextField('email')}
  />
);

const FindCard = ({ onFound }: { onFound: (found: Found) => void }) => {
  const form = useForm<Search, Found>({
    initial: useMemo(() => nobody, []),
    check: ({ email }) => ({ email: findSearchProblem(email) }),
    save: ({ email }) => findReaders(email.trim()),
    readSaved: () => nobody,
    onSaved: onFound,
    mainField: 'email',
    leaveQuestion: null,
  });
  return (
    <Card
      title="Find a reader"
      subtitle="By the email of the request. The search is not in the address of the page."
    >
      <Form form={form} aria-label="Find a reader">
        <Flex gap="3" wrap="wrap" align="flex-end">
          <Box flex="1 1 240px" maxW={{ md: '420px' }}>
            <EmailField />
          </Box>
          <Button
            type="submit"
            variant="primary"
            icon={<Search size={15} aria-hidden="true" />}
            loading={form.saving}
          >
            Find reader
          </Button>
        </Flex>
      </Form>
    </Card>
  );
};

const formatOutcome = ({ readers, activities, changes, sharedEmails, areas }: ErasureOutcome): string => {
  const rows = changes.reduce((sum, each) => sum + each.rows, 0);
  const erased = `${countText(readers, 'reader')} erased: ${countText(activities, 'activity counts', 'activities count')} on under a pseudonym, ${countText(rows, 'row was', 'rows were')} changed.`;
  const shared = sharedEmails === 0 ? '' : ' Another reader has the same email and keeps it.';
  const told =
    areas.length === 0 ? '' : ` The areas with data of their own are being told: ${areas.join(', ')}.`;
  return `${erased}${shared}${told}`;
};

interface AnswerProps {
  found: Found;
  onErased: (outcome: ErasureOutcome) => void;
  onChanged: () => void;
}

const formats = ['json', 'pdf'] as const;

type Client = Found['readers'][number]['clients'][number];

/** The clients of the chosen readers, each once. */
const listClients = (readers: Found['readers']): Client[] => [
  ...new Map(readers.flatMap(({ clients }) => clients.map((client) => [client.id, client]))).values(),
];

/** Chooses readers, and exports, corrects, restricts or erases what is stored about them. */
const AnswerRequest = ({ found, onErased, onChanged }: AnswerProps) => {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    found.readers.length === 1 ? found.readers.filter(({ isErased }) => !isErased).map(({ id }) => id) : [],
  );
  const [reference, setReference] = useState('');
  const [concerned, setConcerned] = useState<readonly Client[]>([]);
  const [asked, setAsked] = useState<'correct' | 'erase' | 'lift' | 'restrict'>();
  const file = useFileExport<(typeof formats)[number]>({ onLeave: 'finish' });
  const readers = found.readers.filter(({ id }) => chosen.includes(id));
  const only = readers.length === 1 ? readers[0] : undefined;
  const isRestricted = Boolean(only?.restriction);
  const clients = listClients(readers);
  const chosenClients = concerned.filter(({ id }) => clients.some((client) => client.id === id));
  const dialog = { reference, clients: chosenClients, onClose: () => setAsked(undefined), onChanged };
  const download = (format: (typeof formats)[number]) =>
    file.start({
      kind: format,
      request: async ({ signal }) => {
        const body = { readerIds: [...chosen], reference, format, ...concern(chosenClients) };
        const { data } = await api('POST /api/personal-data/export', { body }, { signal });
        void queryClient.invalidateQueries({ queryKey: [requestsKey] });
        return data as Blob;
      },
      chooseFileName: () => `Personal_Data_${chosen.join('_')}.${format}`,
      failed: (reason) => fileFailedMessage('The file', reason),
    });
  return (
    <Stack gap="4">
      <FoundReaders found={found} chosen={chosen} onChoose={setChosen} />
      {found.readers.length > 0 && (
        <Card title="Answer the request">
          <Stack gap="4">
            <Box maxW={{ md: '420px' }}>
              <TextField
                label="Reference"
                hint="The number of the case, without personal data. It is listed below."
                maxLength={maxReferenceLength}
                value={reference}
                onChange={({ target }: { target: { value: string } }) => setReference(target.value)}
              />
            </Box>
            {clients.length > 1 && (
              <Box maxW={{ md: '420px' }}>
                <MultiSelect
                  label="Clients"
                  placeholder="All clients"
                  hint="Export, restrict or erase what these know of the reader. A correction concerns all clients."
                  options={clients}
                  value={chosenClients}
                  onChange={setConcerned}
                />
              </Box>
            )}
            <Flex gap="2" wrap="wrap">
              {formats.map((format) => (
                <Button
                  key={format}
                  icon={<Download size={15} aria-hidden="true" />}
                  disabled={chosen.length === 0}
                  loading={file.run?.kind === format}
                  onClick={() => download(format)}
                >
                  {`Export as ${format.toUpperCase()}`}
                </Button>
              ))}
              <Button
                icon={<Pencil size={15} aria-hidden="true" />}
                disabled={!only || isRestricted}
                onClick={() => setAsked('correct')}
              >
                Correct
              </Button>
              <Button
                icon={
                  isRestricted ? (
                    <LockOpen size={15} aria-hidden="true" />
                  ) : (
                    <Lock size={15} aria-hidden="true" />
                  )
                }
                disabled={!only}
                onClick={() => setAsked(isRestricted ? 'lift' : 'restrict')}
              >
                {isRestricted ? 'Lift restriction' : 'Restrict'}
              </Button>
              <Button
                variant="danger"
                icon={<Trash2 size={15} aria-hidden="true" />}
                disabled={chosen.length === 0}
                onClick={() => setAsked('erase')}
              >
                Erase
              </Button>
            </Flex>
          </Stack>
        </Card>
      )}
      {asked === 'correct' && only && <CorrectDialog reader={only} {...dialog} />}
      {asked === 'restrict' && only && <RestrictDialog reader={only} {...dialog} />}
      {asked === 'lift' && only && <LiftDialog reader={only} {...dialog} />}
      {asked === 'erase' && (
        <EraseDialog
          readers={readers}
          clients={chosenClients}
          reference={reference}
          onClose={dialog.onClose}
          onErased={(outcome) => {
            setAsked(undefined);
            onErased(outcome);
          }}
        />
      )}
    </Stack>
  );
};

const Requests = () => {
  const queryClient = useQueryClient();
  // Each search is another one, also of the same email.
  const [found, setFound] = useState<{ of: Found; number: number }>();
  const [outcome, setOutcome] = useState<ErasureOutcome>();
  const finish = (erased?: ErasureOutcome) => {
    setFound(undefined);
    setOutcome(erased);
    // Names on all other pages may have changed.
    void queryClient.invalidateQueries();
  };
  return (
    <Stack gap="4">
      <FindCard
        onFound={(of) => {
          setOutcome(undefined);
          setFound((before) => ({ of, number: (before?.number ?? 0) + 1 }));
        }}
      />
      {outcome && (
        <Banner role="status" shape="box" tone="positive">
          {formatOutcome(outcome)}
        </Banner>
      )}
      {found && (
        <AnswerRequest key={found.number} found={found.of} onErased={finish} onChanged={() => finish()} />
      )}
      <AnsweredRequests />
      <RetentionCard />
    </Stack>
  );
};

/** Where administrators answer requests of readers about their personal data. */
export const PersonalDataScreen = () => {
  const isBlinded = useBlinded();
  const isImpersonating = useIsImpersonating();
  return (
    <>
      <PageHeader
        title="Personal Data"
        description="Find, export, correct, restrict and erase what is stored about a reader who asks for it."
      />
      {isBlinded || isImpersonating ? (
        <EmptyState title="Not available now" message={personalDataForbiddenMessage} />
      ) : (
        <Requests />
      )}
    </>
  );
};
