import { sample, testImporter } from './testParsing.ts'

testImporter('json-array', [
  {
    name: 'domains, as ScamSniffer writes them',
    text: sample('scamsniffer-domains.json'),
    entries: [
      'host claim-lantern.example',
      'host vote-id-7f3a.portal-app.example',
      'host lantern-airdrop.pages.dev',
      'host 203.0.113.77',
      'host www.claim-lantern.example',
    ],
  },
  {
    name: 'addresses of any case, of one network when the source says so',
    text: sample('scamsniffer-addresses.json'),
    options: { chain: 'bsc' },
    label: 'scammer',
    entries: [
      'address 0x5a4d91e0000000000000000000000000000000b1 @bsc',
      'address 0x5a4d91e0000000000000000000000000000000b2 @bsc',
      'address 0x5a4d91e0000000000000000000000000000000b3 @bsc',
    ],
  },
  {
    name: 'what is no text, and what is no entry, is refused',
    text: '["evil.example", null, 12, true, {"url": "a.example"}, ["b.example"], "", "two words", "evil.example/a b"]',
    entries: ['host evil.example'],
    refused: ['not-an-entry 8'],
  },
  {
    name: 'equal things are one entry',
    text: '["Evil.example", "https://evil.example/", "*.evil.example", "evil.example."]',
    entries: ['host evil.example'],
  },
  {
    name: 'shared hosts are never listed whole, pages on them and customers’ subdomains are',
    text: '["github.com", "https://x.com/thief", "evil.vercel.app", "vercel.app", "youtube.com/watch?v=1", "t.me/thief?start=1"]',
    entries: ['url x.com/thief', 'host evil.vercel.app'],
    refused: ['shared-host 4'],
  },
  {
    name: 'a file id names one page, whatever the query adds',
    text: '["https://docs.google.com/forms/d/e/1FAIpQLSfAbCdEfGhIjKlMn/viewform?usp=sf_link"]',
    entries: ['url docs.google.com/forms/d/e/1FAIpQLSfAbCdEfGhIjKlMn/viewform'],
  },
  {
    name: 'addresses of other networks are told apart from rubbish',
    text: '["0x5a4d91e0000000000000000000000000000000b1", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"]',
    entries: ['address 0x5a4d91e0000000000000000000000000000000b1'],
    refused: ['other-network 2'],
  },
  {
    name: 'CAIP-10 names the network',
    text: '["eip155:137:0x5a4d91e0000000000000000000000000000000b1", "eip155:250:0x5a4d91e0000000000000000000000000000000b2"]',
    entries: ['address 0x5a4d91e0000000000000000000000000000000b1 @polygon'],
    refused: ['other-network 1'],
  },
  {
    name: 'escapes and international names',
    text: '["metam\\u0105sk.example", "\\u0065vil.example"]',
    entries: ['host xn--metamsk-t4a.example', 'host evil.example'],
  },
])
