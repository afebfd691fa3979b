import { Agent, request } from 'node:http';

export interface HttpClient {
  /** Posts JSON and returns the length of the response body. Rejects unless the status is 200. */
  post(url: string, body: string): Promise<number>;
  /** Posts JSON and returns the response body. Rejects unless the status is 200. */
  postForBody(url: string, body: string): Promise<string>;
  /** Posts JSON, or gets without a body, and returns the status. */
  fetchStatus(url: string, body?: string): Promise<number>;
  close(): void;
}

/** A minimal keep-alive client, because server and client share a thread and only the server should be measured. */
export const httpClient = (port: number, token: string): HttpClient => {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const send = (path: string, body: string | undefined, onChunk: (chunk: Buffer) => void = () => {}) =>
    new Promise<number>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      };
      const method = body === undefined ? 'GET' : 'POST';
      const sent = request({ agent, port, host: '127.0.0.1', path, method, headers }, (answer) => {
        answer.on('data', onChunk);
        answer.on('end', () => resolve(answer.statusCode ?? 0));
        answer.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  const sendOk = async (path: string, body: string, onChunk?: (chunk: Buffer) => void) => {
    const status = await send(path, body, onChunk);
    if (status !== 200) throw new Error(`${path} returned status ${status}.`);
  };
  return {
    close: () => agent.destroy(),
    fetchStatus: (path, body) => send(path, body),
    async post(path, body) {
      let length = 0;
      await sendOk(path, body, (chunk) => (length += chunk.length));
      return length;
    },
    async postForBody(path, body) {
      const chunks: Buffer[] = [];
      await sendOk(path, body, (chunk) => chunks.push(chunk));
      return Buffer.concat(chunks).toString();
    },
  };
};
