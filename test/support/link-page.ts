import { runInNewContext } from 'node:vm';

/** As much of an element as the page uses. */
interface Element {
  value: string;
  textContent: string;
  hidden: boolean;
  disabled: boolean;
  addEventListener: (
    type: string,
    listener: (event: { preventDefault: () => void }) => void,
  ) => void;
}

/** The page of a link, as a browser shows and runs it. */
export class LinkPage {
  private readonly elements = new Map<string, Element>();
  private submit: () => void = () => {};
  /** Requests that are under way. */
  private open: Promise<unknown>[] = [];

  private constructor(
    readonly headers: Headers,
    readonly html: string,
    readonly script: string,
  ) {}

  /**
   * Opens a link. `service` is where the service can really be reached, whatever address the link
   * has.
   */
  static async open(link: string, service: string): Promise<LinkPage> {
    const url = new URL(link);
    const response = await fetch(`${service}${url.pathname}${url.search}`);
    const html = await response.text();
    const page = new LinkPage(response.headers, html, /<script>([^]*)<\/script>/.exec(html)![1]!);
    for (const [tag, id] of html.matchAll(/<\w+ id="(\w+)"[^>]*>/g))
      page.elements.set(id!, page.element(/ hidden/.test(tag)));
    const document = { getElementById: (id: string) => page.elements.get(id) };
    const requested = (path: string, init: RequestInit): Promise<Response> => {
      const answer = fetch(`${service}${path}`, init);
      page.open.push(answer);
      return answer;
    };
    runInNewContext(page.script, { document, location: url, URLSearchParams, fetch: requested });
    await page.settled();
    return page;
  }

  /** The text of an element. */
  text = (id: string): string => this.elements.get(id)!.textContent;
  isShown = (id: string): boolean => !this.elements.get(id)!.hidden;

  /** Fills in the form and sends it. */
  async fill(values: Record<string, string>): Promise<void> {
    for (const [id, value] of Object.entries(values)) this.elements.get(id)!.value = value;
    this.submit();
    await this.settled();
  }

  private element(hidden: boolean): Element {
    const addEventListener: Element['addEventListener'] = (_, listener) =>
      (this.submit = () => listener({ preventDefault: () => {} }));
    return { value: '', textContent: '', hidden, disabled: false, addEventListener };
  }

  /** Waits until the page has worked on the answers to all that it has asked. */
  private async settled(): Promise<void> {
    while (this.open.length > 0) {
      await Promise.allSettled(this.open.splice(0));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
