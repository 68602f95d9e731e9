import { Module } from '@nestjs/common';
import { FavoriteController } from './favorite.controller.js';
import { FavoriteService } from './favorite.service.js';

/** What people have marked for themselves: features and projects. */
@Module({ controllers: [FavoriteController], providers: [FavoriteService] })
export class FavoriteModule {}
