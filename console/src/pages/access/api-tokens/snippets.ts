/** How a program connects, for one SDK. */
export interface Snippet {
  sdk: string;
  code: string;
}

interface Connection {
  /** The address of the service with its base path. */
  address: string;
  secret: string;
  /** A feature to ask for. */
  feature: string;
}

const node = ({ address, secret, feature }: Connection): string => `// npm install unleash-client

import { initialize } from 'unleash-client';

const unleash = initialize({
  url: '${address}/api/',
  appName: 'my-app',
  customHeaders: { Authorization: '${secret}' },
});
unleash.on('synchronized', () => {
  console.log(unleash.isEnabled('${feature}', { userId: '42' }));
});`;

const java = ({
  address,
  secret,
  feature,
}: Connection): string => `// io.getunleash:unleash-client-java

UnleashConfig config = UnleashConfig.builder()
    .appName("my-app")
    .instanceId("my-instance")
    .unleashAPI("${address}/api/")
    .apiKey("${secret}")
    .synchronousFetchOnInitialisation(true)
    .build();
Unleash unleash = new DefaultUnleash(config);
boolean on = unleash.isEnabled("${feature}");`;

const python = ({ address, secret, feature }: Connection): string => `# pip install UnleashClient

from UnleashClient import UnleashClient

client = UnleashClient(
    url="${address}/api",
    app_name="my-app",
    custom_headers={"Authorization": "${secret}"},
)
client.initialize_client()
print(client.is_enabled("${feature}", {"userId": "42"}))`;

const go = ({
  address,
  secret,
  feature,
}: Connection): string => `// go get github.com/Unleash/unleash-go-sdk/v5

unleash.Initialize(
	unleash.WithListener(&unleash.DebugListener{}),
	unleash.WithAppName("my-app"),
	unleash.WithUrl("${address}/api/"),
	unleash.WithCustomHeaders(http.Header{"Authorization": {"${secret}"}}),
)
unleash.WaitForReady()
on := unleash.IsEnabled("${feature}")`;

const dotnet = ({
  address,
  secret,
  feature,
}: Connection): string => `// dotnet add package Unleash.Client

var settings = new UnleashSettings {
    AppName = "my-app",
    UnleashApi = new Uri("${address}/api/"),
    CustomHttpHeaders = new Dictionary<string, string> {
        { "Authorization", "${secret}" }
    }
};
var unleash = await new UnleashClientFactory().CreateClientAsync(
    settings, synchronousInitialization: true);
var on = unleash.IsEnabled("${feature}");`;

const php = ({
  address,
  secret,
  feature,
}: Connection): string => `// composer require unleash/client

$unleash = Unleash\\Client\\UnleashBuilder::create()
    ->withAppName('my-app')
    ->withAppUrl('${address}/api/')
    ->withInstanceId('my-instance')
    ->withHeader('Authorization', '${secret}')
    ->build();
$on = $unleash->isEnabled('${feature}');`;

const ruby = ({ address, secret, feature }: Connection): string => `# gem install unleash

require 'unleash'

@unleash = Unleash::Client.new(
  app_name: 'my-app',
  url: '${address}/api',
  custom_http_headers: { 'Authorization': '${secret}' },
)
@unleash.is_enabled?('${feature}')`;

const rust = ({ address, secret }: Connection): string => `// cargo add unleash-api-client

let client = ClientBuilder::default().into_client::<UserFeatures, reqwest::Client>(
    "${address}/api",
    "my-app",
    "my-instance",
    Some("${secret}".to_owned()),
)?;
client.register().await?;`;

const browser = ({
  address,
  secret,
  feature,
}: Connection): string => `// npm install unleash-proxy-client

import { UnleashClient } from 'unleash-proxy-client';

const unleash = new UnleashClient({
  url: '${address}/api/frontend/',
  clientKey: '${secret}',
  appName: 'my-app',
});
unleash.on('ready', () => console.log(unleash.isEnabled('${feature}')));
await unleash.start();`;

const curl =
  (path: string) =>
  ({ address, secret }: Connection): string =>
    `curl -H 'Authorization: ${secret}' '${address}${path}'`;

const SNIPPETS = {
  client: {
    'Node.js': node,
    Java: java,
    Python: python,
    Go: go,
    '.NET': dotnet,
    PHP: php,
    Ruby: ruby,
    Rust: rust,
    curl: curl('/api/client/features'),
  },
  frontend: { Browser: browser, curl: curl('/api/frontend?userId=42') },
  admin: { curl: curl('/api/admin/projects') },
} as const;

/** How programs connect with a token of this type. */
export function snippetsFor(type: keyof typeof SNIPPETS, connection: Connection): Snippet[] {
  const makers = Object.entries<(to: Connection) => string>(SNIPPETS[type]);
  return makers.map(([sdk, codeFor]) => ({ sdk, code: codeFor(connection) }));
}
