import { Injectable } from '@nestjs/common';
import type { ConnectionClass } from '../../platform/database/connection-gate.js';
import { Database } from '../../platform/database/database.js';
import type { Actor } from '../../core/event/actor.js';
import type { Json } from '../../platform/http/json.js';
import type { ImpactResponse } from './impact.response.js';
import { IMPACT_OF_ENVIRONMENT } from './impact-of-environment.sql.js';
import {
  IMPACT_EVERYWHERE,
  IMPACT_IN_ENVIRONMENT,
  IMPACT_OF_PROJECT,
  IMPACT_OF_PROJECT_ENVIRONMENT,
  IMPACT_OF_SEGMENT,
} from './impact.sql.js';

/** What a change is about. */
export type ChangeSubject =
  | { features: readonly string[]; project: string; environment: string | null; isOn: boolean }
  | { segment: number }
  | { environment: string; project: string | null }
  | { project: string };

/** Reads what changes would affect. */
@Injectable()
export class Impacts {
  constructor(private readonly database: Database) {}

  /**
   * The impact of a change, as far as the caller can see it. One statement.
   * @param connections The class of the connection that reads it.
   */
  async of(
    subject: ChangeSubject,
    { hiddenProjects = [] }: Pick<Actor, 'hiddenProjects'>,
    connections: ConnectionClass = 'general',
  ): Promise<Json<ImpactResponse>> {
    const [row] = await this.read(subject, hiddenProjects, connections);
    return row!.answer;
  }

  private read(
    subject: ChangeSubject,
    hidden: readonly string[],
    connections: ConnectionClass,
  ): Promise<{ answer: Json<ImpactResponse> }[]> {
    if ('features' in subject) {
      const { features, project, environment, isOn } = subject;
      const statement = environment === null ? IMPACT_EVERYWHERE : IMPACT_IN_ENVIRONMENT;
      const values = [hidden, environment, project, features, isOn] as const;
      return this.database.run(statement, values, connections);
    }
    if ('segment' in subject)
      return this.database.run(IMPACT_OF_SEGMENT, [hidden, null, null, subject.segment, false]);
    if ('environment' in subject) {
      const { environment, project } = subject;
      if (project === null) return this.database.run(IMPACT_OF_ENVIRONMENT, [hidden, environment]);
      const values = [hidden, environment, project, null, false] as const;
      return this.database.run(IMPACT_OF_PROJECT_ENVIRONMENT, values);
    }
    return this.database.run(IMPACT_OF_PROJECT, [hidden, null, subject.project, null, false]);
  }
}
