import { isStoryReader } from './cast.ts';
import type { DemoClient } from './dimensions.ts';
import type { DemoDocument } from './documents.ts';
import type { DemoReader } from './people.ts';
import { weighted, zipf } from './random.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

const webinarType = 'Webinar';
const sessionType = 'Conference Session';

/** Draws documents of a client by popularity, and readers of a community, some much more often than others. */
export interface Audience {
  drawClient(): DemoClient;
  /** A document of the client, if possible one published by then. */
  drawDocument(client: DemoClient, at: number): DemoDocument;
  drawReader(communityId: number): DemoReader;
  /** Readers with a single activity; `drawReader` never returns them. */
  readonly oneTimeReaders: readonly DemoReader[];
  /** Webinars and conference sessions of clients with activities. */
  readonly webinars: readonly DemoDocument[];
  readonly sessions: readonly DemoDocument[];
}

const oneTimeShare = 0.3;

type Draw<T> = (random: Random) => T;

const drawFrom = <T>(items: readonly T[], weights: readonly number[]): Draw<T> => {
  const draw = weighted(weights);
  return (random) => items[draw(random)] as T;
};

const shuffled = <T>(items: readonly T[], random: Random): T[] =>
  items
    .map((item) => ({ item, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);

/** The client's own documents and, less often, editorial ones of its communities. */
const documentDraw = (
  client: DemoClient,
  readable: readonly DemoDocument[],
  random: Random,
): Draw<DemoDocument> => {
  const own = shuffled(
    readable.filter(({ clientId }) => clientId === client.id),
    random,
  );
  const editorial = shuffled(
    readable.filter(
      ({ clientId, communityId }) => clientId === null && client.communities.includes(communityId),
    ),
    random,
  );
  const ownWeights = zipf(own.length, 0.85, 3);
  const total = ownWeights.reduce((sum, weight) => sum + weight, 0);
  const editorialWeights = zipf(editorial.length, 0.75, 3);
  const editorialTotal = editorialWeights.reduce((sum, weight) => sum + weight, 0) || 1;
  return drawFrom(
    [...own, ...editorial],
    [...ownWeights, ...editorialWeights.map((weight) => (weight / editorialTotal) * total * 0.16)],
  );
};

const readerDraws = (readers: readonly DemoReader[], communities: number): Draw<DemoReader>[] => {
  const pools: DemoReader[][] = Array.from({ length: communities + 1 }, () => []);
  for (const reader of readers) pools[reader.communityId]?.push(reader);
  return pools.map((pool) =>
    pool.length > 0 ? drawFrom(pool, zipf(pool.length, 0.8, 8)) : () => readers[0] as DemoReader,
  );
};

export const buildAudience = (world: World): Audience => {
  const { dimensions, documents, readers, random } = world;
  const typeName = ({ documentTypeId }: DemoDocument) => dimensions.documentTypes[documentTypeId - 1]?.name;
  const readable = documents.filter(
    (document) => ![webinarType, sessionType].includes(typeName(document) ?? ''),
  );
  const active = dimensions.clients.filter(({ share }) => share > 0);
  const isOfActiveClient = ({ clientId }: DemoDocument) => active.some(({ id }) => id === clientId);
  const drawClient = drawFrom(
    active,
    active.map(({ share }) => share),
  );
  const drawDocument = new Map(active.map((client) => [client.id, documentDraw(client, readable, random)]));
  const free = readers.filter((reader) => !isStoryReader(reader.id));
  const oneTimeCount = Math.floor(free.length * oneTimeShare);
  const drawReader = readerDraws(free.slice(oneTimeCount), dimensions.communities.length);

  return {
    drawClient: () => drawClient(random),
    drawDocument(client, at) {
      const draw = drawDocument.get(client.id) as Draw<DemoDocument>;
      let document = draw(random);
      for (let attempt = 0; attempt < 12 && (document.publishedAt ?? 0) > at; attempt += 1)
        document = draw(random);
      return document;
    },
    drawReader: (communityId) => (drawReader[communityId] as Draw<DemoReader>)(random),
    oneTimeReaders: free.slice(0, oneTimeCount),
    webinars: documents.filter(
      (document) => typeName(document) === webinarType && isOfActiveClient(document),
    ),
    sessions: documents.filter(
      (document) => typeName(document) === sessionType && isOfActiveClient(document),
    ),
  };
};
