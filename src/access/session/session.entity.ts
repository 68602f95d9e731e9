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
}
