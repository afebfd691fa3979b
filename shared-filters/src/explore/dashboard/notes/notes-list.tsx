import {
  noNotesMessage,
  noteDeletedMessage,
  noteOfOrganization,
} from '@readerlens/contract/annotations/messages';
import { blindedMessage } from '@readerlens/contract/messages';
import { Box, Flex, IconButton, PartLoadError, Skeleton, Span, Text, confirm, toast } from '@readerlens/ui';
import { formatDay } from '@readerlens/ui/charts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Term } from '../../../model/index.ts';
import { useDeleteNote } from './notes.queries.ts';
import type { Note } from './notes.queries.ts';

interface ItemProps {
  note: Note;
  client: string | undefined;
  /** Undefined where the user may not change the note. */
  onEdit: (() => void) | undefined;
  onDelete: (() => void) | undefined;
}

const icon = { size: 15, 'aria-hidden': true } as const;

const Item = ({ note: { date, text, author, organizationId }, client, onEdit, onDelete }: ItemProps) => (
  <Box as="li" py="3" borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
    <Flex align="center" gap="1" minH="32px">
      <Span fontWeight="semibold" flex="1" minW="0">
        {formatDay(date)}
      </Span>
      {onEdit && (
        <IconButton
          size="sm"
          label={`Edit the note of ${formatDay(date)}`}
          icon={<Pencil {...icon} />}
          onClick={onEdit}
        />
      )}
      {onDelete && (
        <IconButton
          size="sm"
          label={`Delete the note of ${formatDay(date)}`}
          icon={<Trash2 {...icon} />}
          onClick={onDelete}
        />
      )}
    </Flex>
    <Text whiteSpace="pre-line" overflowWrap="anywhere" color={text === null ? 'textMuted' : undefined}>
      {text ?? blindedMessage}
    </Text>
    <Text color="textMuted" textStyle="small" mt="1" overflowWrap="anywhere">
      {[client, organizationId && noteOfOrganization, author].filter(Boolean).join(' · ')}
    </Text>
  </Box>
);

interface ListProps {
  notes: readonly Note[];
  clients: readonly Required<Term>[];
  /** Notes are read only, as in Blinded Mode. */
  readOnly: boolean;
  onEdit: (note: Note) => void;
  onDelete: (note: Note) => void;
}

/** Notes with their date, client and author, the oldest date first. */
const NotesList = ({ notes, clients, readOnly, onEdit, onDelete }: ListProps) => (
  <Box as="ul" aria-label="Notes" listStyleType="none" m="0" p="0">
    {notes.map((note) => {
      const changeable = note.mayChange && !readOnly;
      return (
        <Item
          key={note.id}
          note={note}
          client={clients.find(({ id }) => id === note.clientId)?.name}
          onEdit={changeable ? () => onEdit(note) : undefined}
          onDelete={changeable ? () => onDelete(note) : undefined}
        />
      );
    })}
  </Box>
);

const Loading = () => (
  <Box as="output" aria-label="Loading notes" aria-busy="true" display="grid" gap="3">
    <Skeleton height="48px" />
    <Skeleton height="48px" />
  </Box>
);

const confirmDeletion = ({ text }: Note) =>
  confirm({ title: 'Delete this note?', message: text, confirmLabel: 'Delete', danger: true });

interface Props extends Pick<ListProps, 'clients' | 'readOnly' | 'onEdit'> {
  query: UseQueryResult<Note[]>;
  shown: readonly Note[] | undefined;
}

/** The list with its states. It takes the focus if that was on something that is gone: the form, or a deleted note. */
export const NotesBody = ({ query: { data, error, refetch }, shown, ...list }: Props) => {
  const body = useRef<HTMLDivElement>(null);
  const focus = () => body.current?.focus({ preventScroll: true });
  useEffect(() => {
    if (document.activeElement === document.body) focus();
  }, []);
  const remove = useDeleteNote(() => {
    toast.success(noteDeletedMessage);
    focus();
  });
  const askAndDelete = async (note: Note) => {
    if (await confirmDeletion(note)) remove.mutate(note.id);
  };
  return (
    <Box ref={body} tabIndex={-1} outline="none" py="2" aria-busy={remove.isPending || undefined}>
      {remove.error && (
        <Text role="alert" color="negative" textStyle="small">
          {remove.error.message}
        </Text>
      )}
      {!data && error && <PartLoadError part="The notes" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {shown?.length === 0 && <Text color="textMuted">{noNotesMessage}</Text>}
      {shown && shown.length > 0 && (
        <NotesList
          notes={shown}
          {...list}
          readOnly={list.readOnly || remove.isPending}
          onDelete={(note) => void askAndDelete(note)}
        />
      )}
    </Box>
  );
};
