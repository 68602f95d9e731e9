import { Injectable } from '@nestjs/common';
import { AccessInverses } from './access-inverses.js';
import { ArchiveInverses } from './archive-inverses.js';
import { DependencyInverses } from './dependency-inverses.js';
import { EnvironmentInverses } from './environment-inverses.js';
import { FeatureInverses, SwitchInverses } from './feature-inverses.js';
import type { InverseTable } from './inverse.js';
import { ProjectInverses } from './project-inverses.js';
import { SegmentInverses } from './segment-inverses.js';
import { StrategyInverses } from './strategy-inverses.js';

/** How events of each type are undone. Types that are missing here cannot be undone. */
@Injectable()
export class Inverses {
  readonly table: InverseTable;

  constructor(
    switches: SwitchInverses,
    strategies: StrategyInverses,
    features: FeatureInverses,
    dependencies: DependencyInverses,
    archives: ArchiveInverses,
    projects: ProjectInverses,
    environments: EnvironmentInverses,
    segments: SegmentInverses,
    access: AccessInverses,
  ) {
    this.table = {
      ...switches.table,
      ...strategies.table,
      ...features.table,
      ...dependencies.table,
      ...archives.table,
      ...projects.table,
      ...environments.table,
      ...segments.table,
      ...access.table,
    };
  }
}
