import { api } from '@readerlens/auth';
import { useAccess } from '@readerlens/auth/react';
import { Button, Flex, Span, toast, useOneAtATime } from '@readerlens/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formsKey } from './form.queries.ts';

interface Props {
  formId: string;
  file: { readonly id: string; readonly name: string };
}

const AllowButton = ({ formId, file }: Props) => {
  const queryClient = useQueryClient();
  const { begin, done } = useOneAtATime();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api('POST /api/onboarding/{formId}/file/{fileId}/allow', { params: { formId, fileId: file.id } }),
    onSuccess: ({ message }) => {
      toast.success(message);
      return queryClient.invalidateQueries({ queryKey: [formsKey] });
    },
    onError: () => void toast.error('There was an error allowing the file'),
    onSettled: done,
  });
  return (
    <Button
      size="sm"
      aria-label={`Allow ${file.name}`}
      loading={isPending}
      onClick={() => begin(() => mutate())}
    >
      Allow
    </Button>
  );
};

/** Says that a file was not scanned for viruses. Staff can allow it. */
export const HeldFile = (props: Props) => {
  const isStaff = useAccess({ role: 'Internal' });
  return (
    <Flex as="span" display="inline-flex" gap="2" align="center" wrap="wrap">
      <Span textStyle="caption" color="warning">
        {isStaff ? 'Not scanned for viruses' : 'Not scanned for viruses. Staff will check it.'}
      </Span>
      {isStaff && <AllowButton {...props} />}
    </Flex>
  );
};
