/** The initial search of the list of features. */
const FIRST_FEATURES = '?favoritesFirst=true&sortBy=name&sortOrder=asc&limit=50';
const FEATURE_PAGE = /^\/projects\/[\w.~%-]{1,300}\/features\/[\w.~%-]{1,300}$/;
const FEATURE_SCRIPT = /^assets\/feature-[\w-]{8}\.js$/;
/** Scripts with the pages that the first script does not contain; see `console/src/routes.ts`. */
const OTHER_SCRIPT = /^assets\/others-[\w-]{8}\.js$/;
/** Addresses whose pages begin with the first features of the list. */
const LISTED = new Set(['/', '/features']);
const LISTS = new Set(['/', '/features', '/features/new']);
const SESSION = /(?:^|;\s*)(?:__Host-)?unleash-session=/;

/**
 * Names what a page of the console needs first, as a `Link` header, so that browsers load it beside
 * the scripts instead of after them. Names that the page does not ask for would only cost traffic:
 * `console/test/budget.journey.mjs` finds them.
 */
export class Preloads {
  private readonly featureScripts: readonly string[];
  private readonly otherScripts: readonly string[];

  /** @param files The names of the built files. */
  constructor(
    private readonly basePath: string,
    files: Iterable<string>,
  ) {
    const names = [...files];
    this.featureScripts = names.filter((file) => FEATURE_SCRIPT.test(file));
    this.otherScripts = names.filter((file) => OTHER_SCRIPT.test(file));
  }

  /**
   * @param url Path and query of the page, below the base path.
   * @param cookie The `Cookie` header. Without a session, nothing is preloaded.
   */
  of(url: string, cookie: string | undefined): string | undefined {
    if (!SESSION.test(cookie ?? '')) return undefined;
    const [path = ''] = url.split('?');
    const isFeature = FEATURE_PAGE.test(path);
    const isOther = !isFeature && !LISTS.has(path);
    const scripts = isFeature ? this.featureScripts : isOther ? this.otherScripts : [];
    return [
      ...scripts.map((file) => this.link(`/${file}`, 'modulepreload')),
      this.read('/user'),
      ...(isFeature ? [this.read(path)] : []),
      ...(LISTED.has(url) ? [this.read(`/search/features${FIRST_FEATURES}`)] : []),
    ].join(', ');
  }

  private read(path: string): string {
    return this.link(`/api/admin${path}`, 'preload; as=fetch; crossorigin');
  }

  private link(path: string, relation: string): string {
    return `<${this.basePath}${path}>; rel=${relation}`;
  }
}
