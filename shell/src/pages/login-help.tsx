import { Box, Button, Text, TextAnchor } from '@readerlens/ui';
import { LifeBuoy } from 'lucide-react';
import { useId, useState } from 'react';
import { config } from '../config.ts';
import { messages } from '../messages.ts';

/** How to reach support from the login form. */
export const LoginHelp = () => {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Box>
      <Button
        variant="link"
        size="sm"
        icon={<LifeBuoy size={15} aria-hidden="true" />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        Need help?
      </Button>
      <Box
        id={id}
        hidden={!open}
        mt="2"
        p="3.5"
        borderRadius="lg"
        background="surface"
        borderWidth="1px"
        display={open ? 'block' : 'none'}
      >
        <Text mb="1.5">{messages.loginHelp}</Text>
        <Text>
          Phone:{' '}
          <TextAnchor href={`tel:${config.supportPhone.replace(/[^\d+]/g, '')}`}>
            {config.supportPhone}
          </TextAnchor>
        </Text>
        <Text>
          Email: <TextAnchor href={`mailto:${config.supportEmail}`}>{config.supportEmail}</TextAnchor>
        </Text>
      </Box>
    </Box>
  );
};
