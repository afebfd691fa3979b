import { useUser } from '@readerlens/auth/react';
import { Box, Card, Heading, PartLoadError, Stack, Switch, Text, useProblem } from '@readerlens/ui';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { areaClaimsQuery } from './area-claims.queries.ts';
import type { AreaClaims } from './area-claims.queries.ts';
import { useAccountContext } from './use-account-form.ts';

type Claim = AreaClaims['claims'][number];

const ClaimSwitch = ({ claim, label, description }: Omit<Claim, 'claim'> & { claim: string }) => {
  const { values, change, mayChange } = useAccountContext();
  const id = useId();
  const others = values.areaClaims.filter((one) => one !== claim);
  return (
    <Box>
      <Switch
        label={label}
        disabled={!mayChange('areaClaims')}
        checked={others.length < values.areaClaims.length}
        onCheckedChange={(checked) => change({ areaClaims: checked ? [...others, claim] : others })}
        {...(description === undefined ? {} : { 'aria-describedby': id })}
      />
      {description !== undefined && (
        <Text id={id} ml="42px" textStyle="small" color="textMuted">
          {description}
        </Text>
      )}
    </Box>
  );
};

interface GroupProps {
  name: string;
  note?: string;
  claims: readonly (Omit<Claim, 'claim'> & { claim: string })[];
}

const Group = ({ name, note, claims }: GroupProps) => (
  <div role="group" aria-label={name}>
    <Heading as="h3" textStyle="body" fontWeight="semibold">
      {name}
    </Heading>
    {note !== undefined && (
      <Text mt="1" textStyle="small" color="textMuted">
        {note}
      </Text>
    )}
    <Stack mt="2" gap="3" align="flex-start">
      {claims.map((claim) => (
        <ClaimSwitch key={claim.claim} {...claim} />
      ))}
    </Stack>
  </div>
);

/** The permissions that areas bring, by area. What the account has of areas that are not deployed is kept until it is turned off. */
export const AreaPermissionsCard = () => {
  const { values, stored } = useAccountContext();
  const { data, error, refetch } = useQuery(areaClaimsQuery(useUser()?.id));
  const problem = useProblem('areaClaims');
  const declared = new Set<string>(data?.flatMap(({ claims }) => claims.map(({ claim }) => claim)));
  // Of the stored account, so that a permission that is turned off can be turned on again.
  const lost = data
    ? [...new Set([...(stored?.areaClaims ?? []), ...values.areaClaims])].filter((one) => !declared.has(one))
    : [];
  const isEmpty = data?.length === 0 && lost.length === 0;
  if (isEmpty || (!data && !error)) return null;
  return (
    <Card title="Area permissions" subtitle="What areas of the product offer to some users only">
      {error && !data && (
        <PartLoadError part="The permissions" error={error} onRetry={() => void refetch()} />
      )}
      {problem && (
        <Text role="alert" mb="3" color="negative" textStyle="small">
          {problem}
        </Text>
      )}
      <Stack gap="5">
        {data?.map(({ area, name, claims }) => (
          <Group key={area} name={name} claims={claims} />
        ))}
        {lost.length > 0 && (
          <Group
            name="Not deployed"
            note="No deployed area has these permissions. They have no effect until one has them again."
            claims={lost.map((claim) => ({ claim, label: claim }))}
          />
        )}
      </Stack>
    </Card>
  );
};
