import { Box, Span, VisuallyHidden } from '@readerlens/ui';
import { Check, Circle } from 'lucide-react';

const hints = [
  { text: 'At least one lowercase', met: (password: string) => /[a-z]/.test(password) },
  { text: 'At least one uppercase', met: (password: string) => /[A-Z]/.test(password) },
  { text: 'At least one numeric', met: (password: string) => /\d/.test(password) },
  { text: 'Minimum 8 characters', met: (password: string) => password.length >= 8 },
];

/** The criteria of a strong password, checked while typing. Only a hint: weak passwords are accepted. */
export const PasswordChecklist = ({ password }: { password: string }) => (
  <Box
    as="ul"
    aria-label="A strong password has"
    display="grid"
    gridTemplateColumns="1fr 1fr"
    gap="1.5"
    textStyle="small"
  >
    {hints.map(({ text, met }) => {
      const done = met(password);
      const Icon = done ? Check : Circle;
      return (
        <Box
          as="li"
          key={text}
          display="flex"
          alignItems="center"
          gap="2"
          color={done ? 'positive' : 'textMuted'}
        >
          <Icon size={13} aria-hidden="true" />
          <Span>{text}</Span>
          {done && <VisuallyHidden>: done</VisuallyHidden>}
        </Box>
      );
    })}
  </Box>
);
