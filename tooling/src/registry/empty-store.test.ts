import { areaManifest } from '../testing/area-manifest.ts';
import { emptyStoreHint } from './empty-store.ts';

const place = { target: 's3://areas/live', channel: 'production', shell: 'https://readers.example' };

it('says how to deploy to an empty store, and nothing about any other', () => {
  expect(emptyStoreHint({ areas: [] }, place)).toBe(
    'No areas are deployed in s3://areas/live (production). If there were some, mount the folder or check the bucket. To deploy all areas:\n' +
      '  npm run deploy-remote -- --all --to s3://areas/live --shell https://readers.example',
  );
  expect(emptyStoreHint({ areas: [] }, { ...place, channel: 'staging' })).toContain('--channel staging');
  expect(emptyStoreHint({ areas: [areaManifest()] }, place)).toBeUndefined();
});
