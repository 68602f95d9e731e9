import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A person, a service account, or the service itself (`system`). A deleted one keeps its row, for
 * the history that names it.
 */
@Entity('app_user')
export class AppUser {
  @PrimaryGeneratedColumn('identity')
  id: number;

  @Column('text')
  kind: 'user' | 'service-account' | 'system';

  @Column('text', { nullable: true })
  name: string | null;

  @Column('text', { nullable: true })
  username: string | null;

  @Column('text', { nullable: true })
  email: string | null;

  /**
   * argon2id in PHC form, or bcrypt until the first login of who came from the reference; null for
   * who cannot sign in with a password.
   */
  @Column('text', { nullable: true, select: false })
  passwordHash: string | null;

  @Column('integer', { nullable: true })
  rootRoleId: number | null;

  /** Failed logins since the last one that succeeded. */
  @Column('integer', { default: 0 })
  loginAttempts: number;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  /** When last seen, by a login or a personal token. */
  @Column('timestamptz', { nullable: true })
  seenAt: Date | null;

  @Column('timestamptz', { nullable: true })
  deletedAt: Date | null;

  @Column({ type: 'text', insert: false, update: false })
  displayName: string;

  @Column({ type: 'text', insert: false, update: false })
  imageUrl: string;
}
