import { DefaultNamingStrategy } from 'typeorm';

/** Properties are camelCase, columns snake_case: `createdAt` is `created_at`. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined, prefixes: string[]): string {
    return (
      custom ??
      [...prefixes, property].join('_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    );
  }
}
