/** Path prefix of the service, which it writes into the page; empty for none. */
export const basePath =
  document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '';
