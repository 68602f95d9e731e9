import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A user, a service account, or the service itself (`system`). Deleted ones keep their row, because
 * events refer to it.
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
   * argon2id in PHC format, or bcrypt until the first login of a user imported from the reference;
   * null without password.
   */
  @Column('text', { nullable: true, select: false })
  passwordHash: string | null;

  @Column('integer', { nullable: true })
  rootRoleId: number | null;

  /** Number of failed logins since the last successful one. */
  @Column('integer', { default: 0 })
  loginAttempts: number;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  /** Last login or use of a personal token. */
  @Column('timestamptz', { nullable: true })
  seenAt: Date | null;

  @Column('timestamptz', { nullable: true })
  deletedAt: Date | null;

  @Column({ type: 'text', insert: false, update: false })
  displayName: string;

  @Column({ type: 'text', insert: false, update: false })
  imageUrl: string;
}
