import { sample, testImporter } from './testParsing.ts'

testImporter('json-path', [
  {
    name: 'one member of MetaMask’s configuration; its white list stays out',
    text: sample('metamask-phishing.json'),
    options: { path: 'blacklist' },
    entries: [
      'host h0nest-wallet.example',
      'host claim.honest-wa11et.example',
      'host xn--honst-wallet-8hb.example',
      'host airdrop-for-you.example',
      'url sites.google.com/view/honest-wallet-claim',
    ],
  },
  {
    name: 'hashes of hosts, those removed left out',
    text: sample('metamask-c2.json'),
    options: { path: 'recentlyAdded' },
    entries: [
      'hash b5d4045c3f466fa91fe2cc6abe79232a1a57cdf104f7a26e716e0a1e2789df78',
      'hash 0f3b2a6d0c1e4f5a8b7c9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c',
    ],
  },
  {
    name: 'polkadot-js: deny, not allow',
    text: sample('polkadot-js-phishing.json'),
    options: { path: 'deny' },
    entries: ['host dot-staking-reward.example', 'host polka-claim.example', 'host lantern-airdrop.pages.dev'],
  },
  {
    name: 'objects with a column, a name and words of their own',
    text: `{"data": {"items": [
      {"url": "https://evil.example/claim?x=1", "who": "Evil <b>Corp</b>\\u202e", "kind": "Phish / Hack"},
      {"url": ["a.example", "b.example"], "kind": ["unknown", "exploit"]},
      {"address": "c.example"},
      "d.example"
    ]}}`,
    options: { path: 'data.items', column: 'url', nameColumn: 'who', labelColumn: 'kind' },
    entries: ['url evil.example/claim (Evil <b>Corp</b>[U+202E])', 'host a.example =hacker', 'host b.example =hacker'],
    refused: ['not-an-entry 2'],
  },
  {
    name: 'every member of a level',
    text: '{"lists": {"a": {"hosts": ["a.example"]}, "b": {"hosts": ["b.example"], "other": ["c.example"]}}, "hosts": ["d.example"]}',
    options: { path: '$.lists.*.hosts' },
    entries: ['host a.example', 'host b.example'],
  },
  {
    name: 'members named __proto__ are ordinary and inherited ones are none',
    text: '{"list": [{"__proto__": {"url": "a.example"}}, {"url": "b.example", "__proto__": {"name": "x"}}]}',
    options: { path: 'list', column: 'url', nameColumn: 'name' },
    entries: ['host b.example'],
    refused: ['not-an-entry 1'],
  },
  {
    name: 'no column is inherited from Object',
    text: '{"list": [{"url": "a.example"}], "__proto__": ["b.example"]}',
    options: { path: 'list', column: 'url', nameColumn: 'constructor', labelColumn: 'toString' },
    entries: ['host a.example'],
  },
  {
    name: 'a column of labels cannot vouch in a list that accuses',
    text: '{"list": [{"url": "a.example", "kind": "exchange"}, {"url": "b.example", "kind": "exchange, hacker"}]}',
    options: { path: 'list', column: 'url', labelColumn: 'kind' },
    entries: ['host a.example', 'host b.example =hacker'],
  },
])
