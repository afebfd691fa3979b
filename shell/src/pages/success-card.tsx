import { Card, Heading, Stack, Text, TextLink } from '@readerlens/ui';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  title: ReactNode;
  children: ReactNode;
  link: { to: string; text: string };
}

/** Replaces a form after it was submitted successfully. */
export const SuccessCard = ({ title, children, link }: Props) => (
  <Card role="status">
    <Stack gap="3" alignItems="flex-start" color="positive">
      <CircleCheck size={30} aria-hidden="true" />
      <Heading as="h2" color="text">
        {title}
      </Heading>
      <Text color="textMuted">{children}</Text>
      <TextLink to={link.to}>{link.text}</TextLink>
    </Stack>
  </Card>
);
