import type { CallData, Calls } from '@readerlens/contract/client';
import { styled } from '@readerlens/ui';
import { FieldItem, FieldList } from './field-list.tsx';

export const Code = styled('code', {
  base: { fontFamily: 'mono', overflowWrap: 'anywhere', userSelect: 'all' },
});

type Answer = CallData<Calls['POST /api/client-channels/{clientId}/{channelId}/test']> & {
  webhookId?: string;
};

/** What a server has responded to a test message. */
export const TestAnswer = ({
  answer: { ok, status, milliseconds, response, error, webhookId },
}: {
  answer: Answer;
}) => (
  <FieldList>
    <FieldItem label="Result">{ok ? 'The message was accepted' : 'The message was not accepted'}</FieldItem>
    <FieldItem label="HTTP status" emptyText="None">
      {status}
    </FieldItem>
    <FieldItem label="Time">{`${milliseconds.toLocaleString('en-US')} ms`}</FieldItem>
    <FieldItem label="Error">{error}</FieldItem>
    <FieldItem label="Response" emptyText="Empty">
      {response}
    </FieldItem>
    <FieldItem label="webhook-id">{webhookId !== undefined && <Code>{webhookId}</Code>}</FieldItem>
  </FieldList>
);
