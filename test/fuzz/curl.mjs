/** Longer bodies are cut off in the output. */
const MOST_CHARACTERS = 4_000;

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * A request as a command for a shell.
 * @param {string} url
 * @param {{ method: string, path: string, headers: Record<string, string>, body?: string }} request
 */
export function curl(url, { method, path, headers, body }) {
  const parts = ['curl -i --path-as-is', `-X ${method}`, quoted(`${url}${path}`)];
  for (const [name, value] of Object.entries(headers))
    parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== undefined) {
    const rest =
      body.length > MOST_CHARACTERS ? ` # cut off after ${MOST_CHARACTERS} characters` : '';
    parts.push(`--data-binary ${quoted(body.slice(0, MOST_CHARACTERS))}${rest}`);
  }
  return parts.join(' ');
}
