import { DefaultNamingStrategy } from 'typeorm';

/** Maps camelCase properties to snake_case columns, such as `createdAt` to `created_at`. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined, prefixes: string[]): string {
    return (
      custom ??
      [...prefixes, property].join('_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    );
  }
}
