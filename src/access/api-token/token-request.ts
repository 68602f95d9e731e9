import { BadDataError } from '../../platform/errors/general.errors.js';
import { checkedAddresses } from '../../platform/http/address-list.js';
import { BACKEND, type TokenType } from '../../platform/config/config.js';
import type { CreateApiTokenDto } from './token.dto.js';

/** Means all projects, or all environments. */
export const ALL = '*';

/** A validated request to create a token. */
export interface TokenRequest {
  name: string;
  type: TokenType;
  /** Name of the environment, or `*`. */
  environment: string;
  /** Ids of the projects, at least one and without duplicates; or only `*`. */
  projects: string[];
  expiresAt: Date | null;
  /** IP addresses and ranges from which it can be used; empty for all. */
  allowedAddresses?: readonly string[];
}

/**
 * Validates the creation of a token in any project.
 * @throws BadDataError when name or projects are given twice or not at all, or when environment or
 * projects do not suit the type.
 */
export function tokenRequest(dto: CreateApiTokenDto): TokenRequest {
  const { expiresAt } = dto;
  const type = dto.type === BACKEND ? 'client' : dto.type;
  const projects = projectsOf(dto) ?? [ALL];
  const environment = dto.environment ?? (type === 'admin' ? ALL : 'default');
  if (type === 'admin' && (environment !== ALL || projects[0] !== ALL)) {
    throw wrong(
      'An admin token is valid for everything: omit project, projects and environment.',
      'type',
    );
  }
  if (type !== 'admin' && environment === ALL) {
    throw wrong(
      `A ${type} token is valid for one environment: name it instead of "${ALL}".`,
      'environment',
    );
  }
  return {
    name: nameOf(dto),
    type,
    environment,
    projects,
    expiresAt: expiresAt ? new Date(expiresAt) : null,
    allowedAddresses: checkedAddresses(dto.allowedAddresses ?? []),
  };
}

/**
 * Validates the creation of a token in one project.
 * @throws BadDataError as {@link tokenRequest}, and when the body names other projects.
 */
export function projectTokenRequest(projectId: string, dto: CreateApiTokenDto): TokenRequest {
  if (dto.type === 'admin')
    throw wrong('A project token must be of type client or frontend.', 'type');
  const projects = projectsOf(dto) ?? [projectId];
  if (projects.length > 1 || projects[0] !== projectId) {
    throw wrong(
      `A token of the project "${projectId}" is valid only for that project: omit project and ` +
        'projects.',
      'projects',
    );
  }
  return tokenRequest({ ...dto, project: undefined, projects });
}

function nameOf({ tokenName, username }: CreateApiTokenDto): string {
  if (tokenName !== undefined && username !== undefined)
    throw wrong('Set tokenName or username, not both.', 'username');
  const name = tokenName ?? username;
  if (name === undefined) throw wrong('Set tokenName.', 'tokenName');
  return name;
}

function projectsOf({ project, projects }: CreateApiTokenDto): string[] | undefined {
  if (project !== undefined && projects !== undefined)
    throw wrong('Set project or projects, not both.', 'project');
  if (projects?.length === 0)
    throw wrong(`Name at least one project, or "${ALL}" for all.`, 'projects');
  const named = projects ?? (project === undefined ? undefined : [project]);
  return named?.includes(ALL) ? [ALL] : named && [...new Set(named)];
}

function wrong(message: string, property: keyof CreateApiTokenDto): BadDataError {
  return new BadDataError(message, [{ message, path: `/body/${property}` }]);
}
