import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Card } from './surfaces.tsx';
import { useCounter } from './use-counter.ts';

interface Props {
  label: string;
  /** Undefined while loading. */
  value: number | undefined;
  format?: (value: number) => string;
  /** Below the figure: change against the previous period, a link. */
  note?: ReactNode;
  icon?: ReactNode;
}

const plain = (value: number) => Math.round(value).toLocaleString('en-US');

/** A figure with its name. The figure counts up (1000 ms) unless the user prefers less motion. */
export const StatCard = ({ label, value, format = plain, note, icon }: Props) => {
  const shown = useCounter(value ?? 0);
  return (
    <Card as="div" aria-busy={value === undefined}>
      <chakra.div display="flex" alignItems="center" gap="2" color="textMuted">
        {icon}
        <chakra.span textStyle="small" fontWeight="medium">
          {label}
        </chakra.span>
      </chakra.div>
      {value === undefined ? (
        <chakra.div
          height="35px"
          width="96px"
          mt="2"
          borderRadius="md"
          background="hover"
          animation="pulse 1.6s infinite"
        />
      ) : (
        <chakra.div textStyle="figure" mt="2">
          {/* The moving digits are for the eye; assistive technology reads the end value. */}
          <span aria-hidden="true">{format(shown)}</span>
          <chakra.span srOnly>{format(value)}</chakra.span>
        </chakra.div>
      )}
      {note && (
        <chakra.div mt="1" textStyle="small" color="textMuted">
          {note}
        </chakra.div>
      )}
    </Card>
  );
};
