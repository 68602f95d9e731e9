import { DatabaseBusyError, DatabaseUnavailableError } from './database.errors.js';
import { ApiError } from '../errors/api-error.js';
import { BadDataError, ConflictError, InvalidOperationError, ExceedsLimitError, NameExistsError, NotFoundError } from '../errors/general.errors.js';

/** What PostgreSQL refuses, by the name of the constraint that refused it. `detail` is PostgreSQL's own, like `Key (name)=(x) already exists.` */
const VIOLATIONS: Record<string, (key: string) => ApiError> = {
  feature_pkey: (name) => new NameExistsError(`A feature with the name "${name}" already exists.`),
  feature_name_length: () => new BadDataError('A feature name has 1 to 100 characters.'),
  feature_type_fkey: (type) => new BadDataError(`There is no feature type "${type}".`),
  feature_project_fkey: (project) => new NotFoundError(`There is no project "${project}".`),
  feature_environment_pkey: (place) => new ConflictError(`"${place}" exists already.`),
  feature_environment_environment_fkey: (environment) => new NotFoundError(`There is no environment "${environment}".`),
  feature_environment_strategy_limit: () => new ExceedsLimitError('A feature has at most 30 strategies in an environment.'),
  feature_tag_feature_fkey: (feature) => new NotFoundError(`There is no feature "${feature}".`),
  feature_dependency_not_itself: () => new InvalidOperationError('A feature cannot depend on itself.'),
  feature_dependency_parent_fkey: () =>
    new InvalidOperationError('Other features depend on this one and have to be made independent first.'),
  feature_tag_tag_fkey: (tag) => new ConflictError(`The tag "${tag}" was deleted at the same moment. Try again.`),
  feature_strategy_definition_fkey: (name) => new BadDataError(`There is no strategy "${name}".`),
  feature_strategy_segment_segment_fkey: (id) => new NotFoundError(`There is no segment with the id ${id}.`),
  tag_pkey: (tag) => new NameExistsError(`The tag "${tag}" already exists.`),
  tag_type_pkey: (name) => new NameExistsError(`A tag type with the name "${name}" already exists.`),
  tag_type_fkey: (type) => new BadDataError(`There is no tag type "${type}".`),
  tag_value_length: () => new BadDataError('The value of a tag has 2 to 50 characters.'),
  project_pkey: (id) => new NameExistsError(`A project with the id "${id}" already exists.`),
  environment_pkey: (name) => new NameExistsError(`An environment with the name "${name}" already exists.`),
  project_environment_pkey: (place) => new NameExistsError(`"${place}": the project has this environment already.`),
  project_environment_environment_fkey: (name) => new NotFoundError(`There is no environment "${name}".`),
  project_environment_project_fkey: (id) => new NotFoundError(`There is no project "${id}".`),
  default_strategy_segment_segment_fkey: (id) => new NotFoundError(`There is no segment with the id ${id}.`),
  segment_name_key: (name) => new NameExistsError(`A segment with the name "${name}" already exists.`),
  segment_project_fkey: (id) => new NotFoundError(`There is no project "${id}".`),
  context_field_pkey: (name) => new NameExistsError(`A context field with the name "${name}" already exists.`),
  strategy_definition_pkey: (name) => new NameExistsError(`A strategy with the name "${name}" already exists.`),
  app_user_username_key: () => new BadDataError('A user with this user name already exists.'),
  app_user_email_key: () => new BadDataError('A user with this e-mail address already exists.'),
  app_user_identified: () => new BadDataError('A user needs a name, a user name or an e-mail address.'),
  app_user_root_role_fkey: (id) => new BadDataError(`There is no role with the id ${id}.`),
  role_name_key: (name) => new NameExistsError(`A role with the name "${name}" already exists.`),
  role_permission_environment_fkey: (name) => new BadDataError(`There is no environment "${name}".`),
  user_group_name_key: (name) => new NameExistsError(`A group with the name "${name}" already exists.`),
  user_group_root_role_fkey: (id) => new BadDataError(`There is no role with the id ${id}.`),
  personal_token_description_key: () => new NameExistsError('There is a personal token with this description already.'),
  client_application_name_length: () => new BadDataError('The name of an application has 1 to 255 characters.'),
  api_token_environment_fkey: (name) => new BadDataError(`There is no environment "${name}".`),
  api_token_project_project_fkey: (id) => new BadDataError(`There is no project "${id}".`),
  api_token_secret_key: () => new ConflictError('A token with this secret already exists.'),
};

interface PostgresError {
  code?: string;
  constraint?: string;
  detail?: string;
  message?: string;
}

/**
 * 28000, 28P01 and 3D000 come from connecting alone: whoever sends a request cannot be to blame for them. 25006 is what a server says that has become
 * a standby, 25P03 and 25P04 that it has closed a connection.
 */
const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|ENOENT|08...|25006|25P0[34]|28000|28P01|3D000|57P0[123]|53300)$/;
/** TypeORM says of a connection that broke between two statements that it was released. */
const UNREACHABLE_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|is not queryable|Query runner already released/;
/** What took or waited longer than a limit that somebody has set in PostgreSQL. */
const TIMED_OUT = /^(57014|55P03)$/;
const UNSTORABLE_TEXT = /^(22021|22P05)$/;
/** An index holds no value of more than 2.7 kB, and so neither do the names and ids that are looked up by one. */
const TOO_LONG_FOR_INDEX = '54000';

/** What an error of PostgreSQL, of `pg` or of TypeORM means to the caller, or `undefined` when it is a fault of ours. */
export function meaningOf(error: unknown): ApiError | undefined {
  const cause = ((error as { driverError?: unknown } | null)?.driverError ?? error) as PostgresError | null;
  if (!cause || typeof cause !== 'object') return undefined;
  const { code = '', constraint = '', detail = '', message = '' } = cause;
  if (VIOLATIONS[constraint]) return VIOLATIONS[constraint](/\)=\((.*)\) /.exec(detail)?.[1] ?? '');
  if (UNREACHABLE.test(code) || UNREACHABLE_TEXT.test(message)) return new DatabaseUnavailableError();
  if (TIMED_OUT.test(code) || mayBeRepeated(cause)) return new DatabaseBusyError(); // what may be repeated has been, and in vain
  if (UNSTORABLE_TEXT.test(code)) return new BadDataError('A text holds a character that cannot be stored, such as U+0000.');
  if (code === TOO_LONG_FOR_INDEX) return new BadDataError('A name or id is longer than names and ids can be.');
  return undefined;
}

/** Whether a statement was broken off because another transaction held a lock for too long. */
export function isLockTimeout(error: unknown): boolean {
  return (error as PostgresError | null)?.code === '55P03';
}

/** @throws BadDataError for a search that PostgreSQL broke off because it took too long, and otherwise what was thrown. */
export function refuseCancelled(error: unknown, advice: string): never {
  if ((error as PostgresError | null)?.code !== '57014') throw error;
  throw new BadDataError(`The search took too long and was given up. ${advice}`);
}

/** Constraints that only another transaction of the same moment can make a write fail on: the next attempt finds things settled. */
const RACES = new Set(['feature_tag_tag_fkey']);

/** Whether a transaction failed only because of another one at the same moment, so that running it again is right. */
export function mayBeRepeated(error: unknown): boolean {
  const { code, constraint = '' } = (error as { driverError?: PostgresError } | null)?.driverError ?? (error as PostgresError | null) ?? {};
  // A check without a name is that of a partition: the row was on its way to one while another was made for it.
  const rowFoundNewPartition = code === '23514' && constraint === '';
  return code === '40001' || code === '40P01' || rowFoundNewPartition || RACES.has(constraint);
}
