import { Module } from '@nestjs/common';
import { ClientFeaturesReadModel } from './client-features.read-model.js';

/** Features in the form in which SDKs evaluate them, for whoever serves or evaluates them. */
@Module({ providers: [ClientFeaturesReadModel], exports: [ClientFeaturesReadModel] })
export class ClientFeaturesModule {}
