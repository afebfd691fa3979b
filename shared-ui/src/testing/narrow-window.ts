/** Makes the window as narrow as a phone, until the test restores its mocks. */
export const narrowWindow = () =>
  jest.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        media,
        matches: media.includes('max-width'),
        addEventListener() {},
        removeEventListener() {},
      }) as unknown as MediaQueryList,
  );
