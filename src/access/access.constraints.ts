import { type ConstraintErrors, isRace } from '../platform/database/constraint-errors.js';
import {
  BadDataError,
  ConflictError,
  NameExistsError,
  UserExistsError,
} from '../platform/errors/general.errors.js';

/** Maps the constraints of these tables to the errors that callers see. */
export const ACCESS_CONSTRAINTS: ConstraintErrors = {
  app_user_username_key: () => new UserExistsError('A user with this user name already exists.'),
  app_user_email_key: () => new UserExistsError('A user with this e-mail address already exists.'),
  sign_in_name_pkey: () =>
    new UserExistsError('A user with this user name or e-mail address already exists.'),
  directory_user_name: () => new UserExistsError('The directory has a user with this name.'),
  app_user_identified: () =>
    new BadDataError('A user needs a name, a user name or an e-mail address.'),
  app_user_root_role_fkey: (id) => new BadDataError(`There is no role with the id ${id}.`),
  user_group_name_key: (name) =>
    new NameExistsError(`A group with the name "${name}" already exists.`),
  user_group_root_role_fkey: (id) => new BadDataError(`There is no role with the id ${id}.`),
  group_member_group_fkey: isRace(
    (id) => new ConflictError(`The group ${id} was deleted at the same time. Try again.`),
  ),
  feature_view_name_key: () => new NameExistsError('You have a view with this name already.'),
  access_request_environment_fkey: isRace(
    (name) => new BadDataError(`There is no environment "${name}".`),
  ),
  federated_credential_name_key: (name) =>
    new NameExistsError(`A federated credential with the name "${name}" already exists.`),
  personal_token_description_key: () =>
    new NameExistsError('A personal token with this description already exists.'),
  template_name_key: (name) =>
    new NameExistsError(`A template with the name "${name}" already exists.`),
  role_name_key: (name) => new NameExistsError(`A role with the name "${name}" already exists.`),
  role_permission_environment_fkey: (name) =>
    new BadDataError(`There is no environment "${name}".`),
};
