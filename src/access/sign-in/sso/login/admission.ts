import type { Tx } from '../../../../core/event/tx.js';
import { syncGroups } from '../../../people/group/group.service.js';
import { vouchForInvited } from '../../../people/invite/invite.service.js';
import { removePersonalTokens } from '../../../people/personal-token/personal-token-writer.js';
import { addUser, setPassword } from '../../../people/user/user-writer.js';
import {
  findUserOf,
  isFull,
  type KnownUser,
  linkIdentity,
  lockIdentity,
  lockName,
  noteLogin,
  unlinkIdentities,
} from '../identity/user-identity.store.js';
import { domainsIn } from '../settings/sso-settings.js';
import type { SsoSettings } from '../settings/sso-settings.dto.js';
import type { Identity } from '../identity/identity.js';
import { type RefusalReason, SsoRefusal } from './sso-refusal.js';
import {
  FIND_ROLE,
  IS_POWERFUL_USER,
  LOCK_DELETED_BY_EMAIL,
  LOCK_PRESENT_BY_EMAIL,
} from './admission.sql.js';

type Admitted = Pick<KnownUser, 'id' | 'name'>;

/**
 * Finds, links or creates the user of an identity. A linked identity decides alone; the e-mail
 * address only matters at the first login, and only if it is trusted.
 * @throws SsoRefusal when the person may not sign in.
 */
export async function admit(identity: Identity, settings: SsoSettings, tx: Tx): Promise<Admitted> {
  requireDomain(identity, settings);
  const user = (await admitLinked(identity, tx)) ?? (await admitUnlinked(identity, settings, tx));
  if (identity.groups) await syncGroups(user.id, identity.groups, tx);
  return user;
}

/** The linked user, unless deleted. */
async function admitLinked(identity: Identity, tx: Tx): Promise<Admitted | undefined> {
  const found = await findUserOf(identity, tx, 'present');
  if (!found) return undefined;
  return (await noteLogin(found.identityId, found.id, identity, tx)) ? found : undefined;
}

/**
 * Links the identity to the user with its e-mail address, or creates a user, if settings and
 * address allow it.
 */
async function admitUnlinked(identity: Identity, settings: SsoSettings, tx: Tx): Promise<Admitted> {
  const { email, isEmailVerified } = identity;
  await lockIdentity(identity, tx);
  if (email) await lockName(`single sign-on ${email}`, tx);
  // Linked by a concurrent login, while this one waited for the lock.
  const linked = await admitLinked(identity, tx);
  if (linked) return linked;
  const former = await findUserOf(identity, tx);
  if (!email)
    throw former
      ? new SsoRefusal('deleted-user', actorOf(former))
      : new SsoRefusal('email-missing');
  if (isEmailVerified === false) throw new SsoRefusal('email-not-verified');
  const found = (await findByEmail(email, tx)) ?? former;
  if (found) return linkToExisting(identity, found, settings, tx);
  if (!settings.autoCreate) throw new SsoRefusal('unknown-user');
  return create({ ...identity, email }, settings, tx);
}

async function linkToExisting(
  identity: Identity,
  user: KnownUser,
  settings: SsoSettings,
  tx: Tx,
): Promise<Admitted> {
  requirePresent(user);
  const refuse = (reason: RefusalReason): never => {
    throw new SsoRefusal(reason, undefined, { userId: user.id, identity: linkable(identity) });
  };
  if (!isEmailTrusted(identity, settings)) refuse('not-linked');
  const [row] = await tx.query(IS_POWERFUL_USER, [user.id]);
  if (row!.isPowerful) refuse('administrator-not-linked');
  await endWhatWasNotVouchedFor(user.id, tx);
  if (await isFull(user.id, tx)) refuse('too-many-identities');
  const link = { userId: user.id, email: identity.email, isEmailTrusted: true, isLogin: true };
  await tx.record({ type: 'user-identity-linked', data: await linkIdentity(identity, link, tx) });
  return user;
}

/** The identity in the form in which an administrator links it. */
function linkable({ protocol, issuer, subject, subjectFormat }: Identity): object {
  return { provider: protocol, issuer, subject, ...(subjectFormat ? { subjectFormat } : {}) };
}

async function findByEmail(email: string, tx: Tx): Promise<KnownUser | undefined> {
  const [present] = await tx.query(LOCK_PRESENT_BY_EMAIL, [email]);
  return present ?? (await tx.query(LOCK_DELETED_BY_EMAIL, [email]))[0];
}

/**
 * An address is unverified unless the provider says otherwise; an administrator can decide to trust
 * the provider's addresses anyway.
 */
function isEmailTrusted({ isEmailVerified }: Identity, { linkByEmail }: SsoSettings): boolean {
  return isEmailVerified ?? linkByEmail === true;
}

/** SAML assertions come from the provider alone; claims of OpenID Connect may repeat user input. */
function requireDomain(identity: Identity, settings: SsoSettings): void {
  const domains = domainsIn(settings.emailDomains);
  if (domains.length === 0) return;
  if (!identity.email) throw new SsoRefusal('email-missing');
  if (!domains.includes(identity.email.split('@')[1]!)) throw new SsoRefusal('email-domain');
  if (identity.protocol === 'oidc' && !isEmailTrusted(identity, settings))
    throw new SsoRefusal('email-not-verified');
}

function requirePresent(user: KnownUser): void {
  if (user.kind !== 'user') throw new SsoRefusal('not-a-person', actorOf(user));
  if (user.isDeleted) throw new SsoRefusal('deleted-user', actorOf(user));
}

const actorOf = ({ id, name }: KnownUser): { userId: number; name: string } => ({
  userId: id,
  name,
});

/**
 * An account that was created by invitation or from an unverified address may belong to somebody
 * other than the owner of the address. At the first trusted login, all other ways into the account
 * end.
 */
async function endWhatWasNotVouchedFor(userId: number, tx: Tx): Promise<void> {
  const isInvited = await vouchForInvited(userId, tx);
  const untrusted = await unlinkIdentities(userId, 'untrusted', tx);
  if (!isInvited && untrusted.length === 0) return;
  await setPassword(userId, null, 'single-sign-on', tx);
  await removePersonalTokens(userId, tx);
}

async function create(
  identity: Identity & { email: string },
  settings: SsoSettings,
  tx: Tx,
): Promise<Admitted> {
  const { email, name } = identity;
  const [role] = await tx.query(FIND_ROLE, [settings.defaultRootRoleId]);
  if (!role) throw new SsoRefusal('not-usable');
  const userId = await addUser(
    { email, name, rootRoleId: settings.defaultRootRoleId, passwordHash: null },
    tx,
  );
  await linkIdentity(
    identity,
    { userId, email, isEmailTrusted: isEmailTrusted(identity, settings), isLogin: true },
    tx,
  );
  return { id: userId, name: email };
}
