import type { TestApi } from '../../../../platform/testing/index.ts';

const callbackUrl = 'https://app.example/api/auth/oidc/callback';

/** Cookies by name, as a browser keeps them for one site. */
type Jar = Map<string, string>;

const keep = (jar: Jar, lines: readonly string[]) => {
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '' || /; *max-age=0(;|$)/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
};

const cookieHeader = (jar: Jar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

/** Where a sign-in has ended. */
export interface SignInEnd {
  /** The last redirect of the product. */
  readonly location: string;
}

/** A browser that signs in by a provider. */
export const testBrowser = (api: () => TestApi) => {
  const own: Jar = new Map();
  const foreign: Jar = new Map();

  /** Opens an address of the product. */
  const open = async (url: string) => {
    const answer = await api().app.inject({ method: 'GET', url, headers: { cookie: cookieHeader(own) } });
    keep(own, [answer.headers['set-cookie'] ?? []].flat());
    return {
      status: answer.statusCode,
      location: answer.headers.location ?? '',
      headers: answer.headers,
    };
  };

  const request = async (url: string, body?: URLSearchParams) => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: cookieHeader(foreign) },
      ...(body ? { method: 'POST', body } : {}),
    });
    keep(foreign, answer.headers.getSetCookie());
    const location = answer.headers.get('location');
    return location === null ? undefined : new URL(location, url).href;
  };

  /** Follows the provider, and enters the name on its page. Returns its redirect to the product. */
  const confirmAt = async (url: string, name: string): Promise<string> => {
    if (url.startsWith(callbackUrl)) return url;
    const next = await request(url);
    if (next !== undefined) return confirmAt(next, name);
    const entered = await request(url, new URLSearchParams({ login: name }));
    if (entered === undefined) throw new Error(`The provider has stopped at ${url}.`);
    return confirmAt(entered, name);
  };

  const begin = async (returnTo?: string) => {
    const query = returnTo === undefined ? '' : `?${new URLSearchParams({ returnTo }).toString()}`;
    return open(`/api/auth/oidc/start${query}`);
  };

  return {
    cookies: own,
    open,
    begin,
    confirmAt,
    /** Signs in as a person of the provider, up to the product's last redirect. */
    async signIn(name: string, returnTo?: string): Promise<SignInEnd> {
      const { location } = await begin(returnTo);
      if (location.startsWith('https://app.example')) return { location };
      return open((await confirmAt(location, name)).slice('https://app.example'.length));
    },
    /** Gets the session, as the page does to which a successful sign-in leads. */
    async takeSession() {
      const answer = await api().call('POST /api/auth/oidc/token', {
        headers: { cookie: cookieHeader(own) },
      });
      keep(own, [answer.headers['set-cookie'] ?? []].flat().map(String));
      return answer;
    },
  };
};
