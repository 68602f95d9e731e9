import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import type { Config } from './config/config.js';
import { ConfigModule } from './config/config.module.js';
import { DatabaseModule } from './database/database.module.js';
import { EventCoreModule } from './event/event-core.module.js';
import { FavoriteModule } from './favorite/favorite.module.js';
import { ArchiveModule } from './feature/archive/archive.module.js';
import { CloneModule } from './feature/clone/clone.module.js';
import { DependencyModule } from './feature/dependency/dependency.module.js';
import { FeatureModule } from './feature/feature.module.js';
import { LifecycleModule } from './feature/lifecycle/lifecycle.module.js';
import { StaleModule } from './feature/stale/stale.module.js';
import { InstanceAdminModule } from './instance-admin/instance-admin.module.js';

/** The one place where modules meet. */
@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(config),
        DatabaseModule,
        EventCoreModule,
        AccessModule,
        FeatureModule,
        ArchiveModule,
        CloneModule,
        DependencyModule,
        FavoriteModule,
        LifecycleModule,
        StaleModule,
        InstanceAdminModule,
      ],
    };
  }
}
