import { Module } from '@nestjs/common';
import { FavoriteController } from './favorite.controller.js';
import { FavoriteService } from './favorite.service.js';

/** Favorite features and projects of users. */
@Module({ controllers: [FavoriteController], providers: [FavoriteService] })
export class FavoriteModule {}
