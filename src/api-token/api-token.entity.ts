import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who may call with a token: SDKs, browsers and apps, or whoever administers. */
export const TOKEN_TYPES = ['client', 'frontend', 'admin'] as const;
export type TokenType = (typeof TOKEN_TYPES)[number];

/**
 * A secret by which a program is let in. Only its SHA-256 is kept: it has too much entropy to be
 * guessed from that.
 */
@Entity('api_token')
export class ApiToken {
  @PrimaryColumn('uuid', { default: () => 'gen_random_uuid()' })
  id: string;

  @Column('bytea', { select: false })
  secretHash: Buffer;

  @Column('text')
  name: string;

  @Column('text')
  type: TokenType;

  /** null for admin tokens, which are good for all. */
  @Column('text', { nullable: true })
  environment: string | null;

  @Column('boolean')
  allProjects: boolean;

  @Column('text', { nullable: true })
  alias: string | null;

  @Column('integer', { nullable: true })
  createdByUserId: number | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { nullable: true })
  seenAt: Date | null;
}
