import type { AreaProvenance } from '@readerlens/contract/registry';
import { Box, Span, TextAnchor } from '@readerlens/ui';
import { showTime } from './version-columns.tsx';

/** Other addresses, such as those of SSH, cannot be opened in a browser, and a script must not run. */
const isWebAddress = (address: string) =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

const Repository = ({ address }: { address: string }) =>
  isWebAddress(address) ? (
    <TextAnchor href={address} target="_blank" rel="noopener noreferrer">
      {address}
    </TextAnchor>
  ) : (
    address
  );

const shownCommitLength = 12;

/** A commit without most of its digits; 'dirty' stays. */
const Commit = ({ commit }: { commit: string }) => (
  <>
    {'Commit '}
    <Span fontFamily="mono" title={commit}>
      {commit.replace(/^([\da-f]+)/, (hash) => hash.slice(0, shownCommitLength))}
    </Span>
  </>
);

/** Who answers for the live version of an area and what it was built from, as far as its build says. */
export const ProvenanceLine = ({ provenance }: { provenance: AreaProvenance }) => {
  const { owner, repository, commit, builtAt } = provenance;
  if (Object.keys(provenance).length === 0) return null;
  return (
    <Box display="flex" flexWrap="wrap" columnGap="4" rowGap="1" mt="1" overflowWrap="anywhere">
      {owner && <span>{owner}</span>}
      {repository && (
        <span>
          <Repository address={repository} />
        </span>
      )}
      {commit && (
        <span>
          <Commit commit={commit} />
        </span>
      )}
      {builtAt && <span>{`Built ${showTime(builtAt)}`}</span>}
    </Box>
  );
};
