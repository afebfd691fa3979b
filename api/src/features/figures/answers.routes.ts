import { PassThrough } from 'node:stream';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import { calls, isAllowed } from '@readerlens/contract';
import type { CallDefinition, CallInput, Calls, DashboardCall, MarketingCall } from '@readerlens/contract';
import type { FigureAnswers, FigureRequest } from '../../activities/figures/figure.ts';
import type { Session } from '../../people/session.ts';
import type { Services } from '../../people/services.ts';
import { checkCallInput } from '../../platform/http/call-input.ts';
import { errorResponse } from '../../platform/http/error-response.ts';
import { forbidden } from '../../platform/http/errors.ts';
import { route, toEnvelope } from '../../platform/http/route.ts';
import type { ApiScope } from '../../platform/http/route.ts';
import { loggedError } from '../../platform/http/server-options.ts';

type FigureCall = DashboardCall | MarketingCall;
type Wanted = CallInput<Calls['POST /api/dashboards/answers']>['body']['wanted'][number];

const countName = 'dashboard_answers_total';

/** The status of their request says nothing about calls that came together. */
const createCount = (registry: Registry): Counter =>
  (registry.getSingleMetric(countName) as Counter | undefined) ??
  new Counter({
    name: countName,
    help: 'Answers of calls of dashboards that came together in one request',
    labelNames: ['call', 'status'],
    registers: [registry],
  });

/** Answers calls of dashboards together as each of them is answered alone: with its own access, input, result and failure. */
export const answersRoutes = (
  scope: ApiScope,
  { apiLimit, metrics }: Pick<Services, 'apiLimit' | 'metrics'>,
  answers: FigureAnswers<FigureCall>,
): void => {
  const count = createCount(metrics);
  const read = async ({ params = {}, ...wanted }: Wanted, body: object, session: Session) => {
    const call = wanted.call as FigureCall;
    const { access }: CallDefinition = calls[call];
    if (access.kind !== 'user' || !isAllowed(access, session)) throw forbidden();
    checkCallInput(call, { params, body });
    const answer = answers[call] as (request: FigureRequest<FigureCall>) => Promise<object>;
    return toEnvelope(
      await answer({ params, body, query: undefined, session } as unknown as FigureRequest<FigureCall>),
    );
  };

  route(scope, 'POST /api/dashboards/answers', {
    handler: async ({ body: { wanted, ...shared }, session, request, reply }) => {
      // The request itself has been counted.
      if (session.apiClientId !== undefined && wanted.length > 1)
        await apiLimit(session.apiClientId, reply, wanted.length - 1);
      const lines = new PassThrough();
      // nginx would keep the lines until there are many.
      reply.header('x-accel-buffering', 'no');
      const write = (line: { index: number; status: number; body: object }) => {
        count.inc({ call: wanted[line.index]?.call, status: line.status });
        // The client may have left.
        if (!lines.destroyed) lines.write(`${JSON.stringify(line)}\n`);
      };
      const tell = async (each: Wanted, index: number) => {
        try {
          const body = await read(each, { ...shared, ...each.body }, session);
          write({ index, status: 200, body });
        } catch (error) {
          const known = loggedError(error, request);
          write({ index, status: known.status, body: errorResponse(known, request.id) });
        }
      };
      const tellAll = async () => {
        await Promise.all(wanted.map(tell));
        lines.end();
      };
      void tellAll();
      return { content: lines };
    },
  });
};
