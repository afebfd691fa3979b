import { Agent, request } from 'node:http';

export interface HttpClient {
  /** Posts JSON and answers the body's length. Rejects when the answer is no success. */
  post(url: string, body: string): Promise<number>;
  close(): void;
}

/** A lean client with kept connections: what is measured is the server, although both share a thread here. */
export const httpClient = (port: number, token: string): HttpClient => {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  return {
    close: () => agent.destroy(),
    post: (path, body) =>
      new Promise((resolve, reject) => {
        const headers = {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        };
        const sent = request({ agent, port, host: '127.0.0.1', path, method: 'POST', headers }, (answer) => {
          let length = 0;
          answer.on('data', (chunk: Buffer) => (length += chunk.length));
          answer.on('end', () => {
            if (answer.statusCode === 200) resolve(length);
            else reject(new Error(`${path} answered ${answer.statusCode}.`));
          });
          answer.on('error', reject);
        });
        sent.on('error', reject);
        sent.end(body);
      }),
  };
};
