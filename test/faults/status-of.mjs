import { get } from 'node:http';

/** The status and ETag of a GET. `fetch` would add headers that keep a 304 from being sent. */
export function statusOf(port, path, headers) {
  return new Promise((resolve, reject) => {
    get({ port, path, headers }, (response) => {
      response.resume();
      response.once('end', () =>
        resolve({ status: response.statusCode, etag: response.headers.etag }),
      );
    }).once('error', reject);
  });
}
