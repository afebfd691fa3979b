import { Agent, request } from 'node:http';

export interface HttpClient {
  /** Posts JSON and returns the length of the response body. Rejects unless the status is 200. */
  post(url: string, body: string): Promise<number>;
  /** Posts JSON and returns the response body. Rejects unless the status is 200. */
  postForBody(url: string, body: string): Promise<string>;
  close(): void;
}

/** A minimal keep-alive client, because server and client share a thread and only the server should be measured. */
export const httpClient = (port: number, token: string): HttpClient => {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const send = (path: string, body: string, onChunk: (chunk: Buffer) => void) =>
    new Promise<void>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      };
      const sent = request({ agent, port, host: '127.0.0.1', path, method: 'POST', headers }, (answer) => {
        answer.on('data', onChunk);
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`${path} returned status ${answer.statusCode}.`));
        });
        answer.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  return {
    close: () => agent.destroy(),
    async post(path, body) {
      let length = 0;
      await send(path, body, (chunk) => (length += chunk.length));
      return length;
    },
    async postForBody(path, body) {
      const chunks: Buffer[] = [];
      await send(path, body, (chunk) => chunks.push(chunk));
      return Buffer.concat(chunks).toString();
    },
  };
};
