import { Module } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Meters } from '../operations/meters.js';
import { AuthModule } from '../auth/auth.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { ClientFeaturesReadModel } from './client-features.read-model.js';
import { CacheMeters } from './cache-meters.js';
import { OutgoingMemory } from './cache/outgoing-memory.js';
import { ResponseMemory } from './cache/response-memory.js';
import { DeltaMemory } from './delta/delta-memory.js';
import { DeltaController } from './delta/delta.controller.js';
import { DeltaViews } from './delta/delta-views.js';
import { DeliveryController } from './delivery/delivery.controller.js';
import { DeliveryReadModel } from './delivery/delivery.read-model.js';
import { DeliveryWriter } from './streaming/delivery-writer.js';
import { SdkConnections } from './delivery/sdk-connections.js';
import { ClientFeaturesController } from './features/client-features.controller.js';
import { ClientFeaturesService } from './features/client-features.service.js';
import { ClientFeaturesCache } from './features/client-features-cache.js';
import { Announcements } from './snapshot/announcements.js';
import { ServedFeatures } from './snapshot/served-features.js';
import { SnapshotStore } from './snapshot/snapshot-store.js';
import { SnapshotReader } from './snapshot/snapshot-reader.js';
import { SnapshotRefresher } from './snapshot/snapshot-refresher.js';
import { StreamMeters } from './streaming/stream-meters.js';
import { StreamingController } from './streaming/streaming.controller.js';
import { Streams } from './streaming/streams.js';

/**
 * Features in the form in which SDKs evaluate them: served to SDKs, and for whoever else evaluates
 * them.
 */
@Module({
  imports: [AuthModule, OperationsModule],
  controllers: [ClientFeaturesController, DeltaController, StreamingController, DeliveryController],
  providers: [
    Announcements,
    CacheMeters,
    ClientFeaturesService,
    ClientFeaturesReadModel,
    DeliveryReadModel,
    SdkConnections,
    DeliveryWriter,
    DeltaMemory,
    OutgoingMemory,
    ClientFeaturesCache,
    ResponseMemory,
    ServedFeatures,
    SnapshotStore,
    SnapshotReader,
    StreamMeters,
    Streams,
    SnapshotRefresher,
    DeltaViews,
  ],
  exports: [ClientFeaturesReadModel, ServedFeatures],
})
export class ClientFeaturesModule {
  constructor({ registry }: Meters, upkeep: SnapshotRefresher, sightings: SdkConnections) {
    new Gauge({
      name: 'client_features_age_seconds',
      help:
        'For how long it has not been known whether what SDKs are told is what is committed, in seconds: a few at most while all is well. ' +
        '0 until SDKs ask.',
      registers: [registry],
      collect(): void {
        this.set(upkeep.age);
      },
    });
    new Counter({
      name: 'client_deliveries_passed_over_total',
      help: 'How often an SDK fetched features that deliveries do not tell of, because this instance has more of them in mind than it can keep.',
      registers: [registry],
      collect(): void {
        this.reset();
        this.inc(sightings.passedOver);
      },
    });
  }
}
