import { chakra } from '@chakra-ui/react';

export { chakra as styled } from '@chakra-ui/react';

export {
  Box,
  Flex,
  Grid,
  GridItem,
  HStack,
  Spacer,
  Stack,
  VStack,
  VisuallyHidden,
  Wrap,
} from '@chakra-ui/react';

/** Running text; `textStyle` picks the size: overline, caption, small, body, lead, title, page, figure. */
export const Text = chakra('p', { base: {} });
export const Span = chakra('span', { base: {} });

/** A heading; `as` sets the level, `textStyle` the size. */
export const Heading = chakra('h2', { base: { textStyle: 'title' } });
