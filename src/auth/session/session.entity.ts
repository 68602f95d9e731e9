import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A signed-in browser. Only the SHA-256 of its cookie is kept. */
@Entity('session')
export class Session {
  @PrimaryColumn('bytea')
  secretHash: Buffer;

  @Column('integer')
  userId: number;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz')
  expiresAt: Date;

  /** What lists and paths name it by. */
  @Column('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  /** When it was last used, to the minute. */
  @Column('timestamptz', { default: () => 'now()' })
  seenAt: Date;

  /** When its user last proved who they are; null where that was left to an identity provider. */
  @Column('timestamptz', { nullable: true })
  confirmedAt: Date | null;

  /** How it was opened: `simple` by a password, `passkey`, `oidc` or `saml`. */
  @Column('text', { default: 'simple' })
  authType: string;

  @Column('text', { nullable: true })
  address: string | null;

  @Column('text', { nullable: true })
  userAgent: string | null;
}
