import { api } from '@readerlens/auth';
import type { ApiError } from '@readerlens/auth';
import { EmptyState, ErrorState, HomeLink, Spinner } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { AppLayout } from '../layout/app-layout.tsx';
import { RouteAnnouncer } from '../layout/route-announcer.tsx';
import { messages } from '../messages.ts';
import { linkTarget } from './link-target.ts';

const title = 'Short link';

const UnknownLink = () => (
  <EmptyState
    titleAs="h1"
    title={messages.notFound}
    message="This short link does not exist."
    action={<HomeLink />}
  />
);

const Target = ({ id }: { id: string }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['permalink', id],
    queryFn: async ({ signal }) =>
      (await api('GET /api/permalinks/{id}', { params: { id } }, { signal })).data,
    retry: (failures, failure: ApiError) => failures < 2 && (failure.status === 0 || failure.status >= 500),
    staleTime: Infinity,
  });
  const target = data && linkTarget(data);
  if (target !== undefined) return <Navigate to={target} replace />;
  if (data || error?.status === 404 || error?.status === 400) return <UnknownLink />;
  if (error) return <ErrorState titleAs="h1" message={error.message} onRetry={() => void refetch()} />;
  return <Spinner />;
};

/** `/l/{id}`: redirects to the target of a short link. */
export const PermalinkRoute = () => {
  const { id = '' } = useParams();
  return (
    <>
      <RouteAnnouncer title={title} />
      <AppLayout breadcrumb={{ group: undefined, title }}>
        <Target key={id} id={id} />
      </AppLayout>
    </>
  );
};
