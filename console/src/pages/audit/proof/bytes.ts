/** Bytes that the functions of WebCrypto take. */
export type Bytes = Uint8Array<ArrayBuffer>;

export const bytesOfText = (text: string): Bytes => new TextEncoder().encode(text);

export const hexOf = (bytes: Bytes): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const bytesOfHex = (hex: string): Bytes =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @throws DOMException when the text is not base64url. */
export function bytesOfBase64url(text: string): Bytes {
  const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(decoded, (character) => character.charCodeAt(0));
}

/** @throws DOMException when the text is not base64url. */
export const textOfBase64url = (text: string): string =>
  new TextDecoder().decode(bytesOfBase64url(text));

export function joined(...parts: Bytes[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
