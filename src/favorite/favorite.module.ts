import { Module } from '@nestjs/common';
import { FavoriteController } from './favorite.controller.js';
import { Favorites } from './favorite.service.js';

/** What people have marked for themselves: features and projects. */
@Module({ controllers: [FavoriteController], providers: [Favorites] })
export class FavoriteModule {}
