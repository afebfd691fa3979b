import { useUser } from '@readerlens/auth/react';
import { Button, Card, Heading, Stack, Text } from '@readerlens/ui';
import type { StepProps } from '../step-props.ts';

/** Greets the client. */
export const BeginStep = ({ form, onSaved }: StepProps) => {
  const user = useUser();
  return (
    <Card>
      <Stack gap="4" alignItems="flex-start">
        <Heading>{`Welcome${user ? `, ${user.firstName}` : ''}!`}</Heading>
        <Text maxW="62ch">
          {`${form.sentFromName} needs some information to get ${form.companyName} started: about your company, the people who receive activity reports, and the content to publish. What you enter is saved as you go, and you can continue later on another device.`}
        </Text>
        <Button variant="primary" onClick={onSaved}>
          Click here to Continue
        </Button>
      </Stack>
    </Card>
  );
};
