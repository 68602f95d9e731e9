import path from 'node:path';
import { git } from './source-files.js';

/** What Git knows of a folder. */
export interface Repository {
  /** Such as `acme/shop`. */
  name: string;
  revision: string | null;
  /** Address of a line, with placeholders; null when the host is unknown. */
  urlTemplate: string | null;
  /** Where the folder is in the repository: empty, or a path that ends with a slash. */
  prefix: string;
}

/** Addresses of repositories, of which a user and a password are left out. */
const REMOTE = /^(?:\w+:\/\/(?:[^/@]*@)?|[^/@]*@)([\w.-]+)(?::\d+(?=\/))?[:/]+(.+?)(?:\.git)?\/*$/;

/** The pages of lines on hosts, by a part of their names. */
const PAGES: readonly [RegExp, string][] = [
  [/(^|\.)github\./, 'blob/{{revision}}/{{file}}#L{{line}}'],
  [/(^|\.)gitlab\./, '-/blob/{{revision}}/{{file}}#L{{line}}'],
  [/(^|\.)bitbucket\.org$/, 'src/{{revision}}/{{file}}#lines-{{line}}'],
];

/** Where a folder comes from; outside of a repository, it is named like the folder. */
export function repositoryOf(folder: string): Repository {
  const revision = git(folder, 'rev-parse', 'HEAD')?.trim() || null;
  const prefix = git(folder, 'rev-parse', '--show-prefix')?.trim() ?? '';
  const [, host, name] =
    REMOTE.exec(git(folder, 'remote', 'get-url', 'origin')?.trim() ?? '') ?? [];
  const page = PAGES.find(([pattern]) => host !== undefined && pattern.test(host))?.[1];
  const top = git(folder, 'rev-parse', '--show-toplevel')?.trim() ?? folder;
  const part = prefix.replace(/\/$/, '');
  return {
    name: [name ?? path.basename(path.resolve(top)), ...(part ? [part] : [])].join('/'),
    ...{ revision, prefix },
    urlTemplate: page ? `https://${host}/${name}/${page}` : null,
  };
}
