import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LegalValueDto } from './context-field.dto.js';

/** The fields that SDKs know by themselves. They are there from the start and stay. */
export const BUILT_IN_FIELDS: readonly string[] = [
  'environment',
  'userId',
  'appName',
  'currentTime',
  'sessionId',
];

/** Something that is known of whoever asks for a feature, and that constraints can look at. */
@Entity('context_field')
export class ContextField {
  @PrimaryColumn('text')
  name: string;

  @Column('text', { default: '' })
  description: string;

  /** Whether a gradual rollout can go by it. */
  @Column('boolean', { default: false })
  stickiness: boolean;

  /** Position where people choose; lists of the API go by name. */
  @Column('integer', { default: 10 })
  sortOrder: number;

  /** The only values that constraints may compare with; any when empty. */
  @Column('jsonb', { default: [] })
  legalValues: LegalValueDto[];

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
