import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { MetersModule } from '../../platform/meters/meters.module.js';
import { ClientFeaturesReadModel } from './client-features.read-model.js';
import { CacheMeters } from './cache-meters.js';
import { OutgoingMemory } from './cache/outgoing-memory.js';
import { ResponseMemory } from './cache/cached-response.js';
import { DeltaMemory } from './delta/delta-log.js';
import { DeltaController } from './delta/delta.controller.js';
import { DeltaViews } from './delta/delta-views.js';
import { DeliveryController, DeliveryStreamController } from './delivery/delivery.controller.js';
import { DeliveryReadModel } from './delivery/delivery.read-model.js';
import { DeliveryStreams } from './delivery-watch/delivery-streams.js';
import { DeliveryWait, WaitingPlaces } from './delivery-watch/delivery-wait.js';
import { DeliveryWatch } from './delivery-watch/delivery-watch.js';
import { DeliveryWriter, InstanceWriter } from './streaming/delivery-writer.js';
import { SdkConnections } from './delivery/sdk-connections.js';
import { ClientFeaturesController } from './features/client-features.controller.js';
import { ClientFeaturesService } from './features/client-features.service.js';
import { EarlyPolls } from './features/early-polls.js';
import { ClientFeaturesCache } from './features/cached-features.js';
import { Announcements } from './snapshot/announcements.js';
import { ServedFeatures } from './snapshot/served-features.js';
import { SnapshotStore } from './snapshot/snapshot-store.js';
import { SnapshotReader } from './snapshot/snapshot-reader.js';
import { SnapshotRefresher } from './snapshot/snapshot-refresher.js';
import { RefetchStreams } from './streaming/refetch-streams.js';
import { SnapshotMeters, StreamMeters } from './streaming/stream-meters.js';
import { StreamingController } from './streaming/streaming.controller.js';
import { Streams } from './streaming/streams.js';
import { TrafficModule } from '../traffic/traffic.module.js';

/** Features in the form that SDKs and the playground evaluate. */
@Module({
  imports: [AuthModule, MetersModule, TrafficModule],
  controllers: [
    ClientFeaturesController,
    DeltaController,
    StreamingController,
    DeliveryController,
    DeliveryStreamController,
  ],
  providers: [
    Announcements,
    CacheMeters,
    ClientFeaturesService,
    ClientFeaturesReadModel,
    DeliveryReadModel,
    SdkConnections,
    DeliveryStreams,
    DeliveryWait,
    DeliveryWatch,
    DeliveryWriter,
    InstanceWriter,
    WaitingPlaces,
    DeltaMemory,
    EarlyPolls,
    OutgoingMemory,
    RefetchStreams,
    ClientFeaturesCache,
    ResponseMemory,
    ServedFeatures,
    SnapshotStore,
    SnapshotReader,
    SnapshotMeters,
    StreamMeters,
    Streams,
    SnapshotRefresher,
    DeltaViews,
  ],
  exports: [
    Announcements,
    ClientFeaturesReadModel,
    DeliveryReadModel,
    DeliveryWait,
    EarlyPolls,
    InstanceWriter,
    RefetchStreams,
    ServedFeatures,
    SnapshotRefresher,
    SnapshotStore,
  ],
})
export class ClientFeaturesModule {}
