import { Text } from '@readerlens/ui';

/** A client whom a request may be about. */
export interface ConcernedClient {
  id: string;
  name: string;
}

/** The clients of a request, as the calls take them: without a choice, all. */
export const concern = (clients: readonly ConcernedClient[]): { clientIds?: string[] } =>
  clients.length > 0 ? { clientIds: clients.map(({ id }) => id) } : {};

/** Says in a question what stays with other clients. */
export const ConcernedClients = ({ clients }: { clients: readonly ConcernedClient[] }) =>
  clients.length === 0 ? null : (
    <Text>
      {`Only for ${clients.map(({ name }) => name).join(', ')}. Other clients know the reader as before, and staff see two readers.`}
    </Text>
  );
