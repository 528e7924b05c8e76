import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseText, sample, testImporter } from './testParsing.ts'

testImporter('csv', [
  {
    name: 'a column of labels cannot vouch in a list that accuses, and can in one that vouches',
    text: `address,kind\n0x${'1'.repeat(40)},dex\n0x${'2'.repeat(40)},sanctioned\n0x${'3'.repeat(40)},heist\n`,
    options: { column: 'address', labelColumn: 'kind' },
    entries: [`address 0x${'1'.repeat(40)}`, `address 0x${'2'.repeat(40)}`, `address 0x${'3'.repeat(40)} =hacker`],
  },
  {
    name: 'named columns, quoted commas, repeated rows (Forta)',
    text: sample('forta-phishing.csv'),
    options: { column: 'address', nameColumn: 'etherscan_tag', labelColumn: 'etherscan_labels', chain: 'ethereum' },
    label: 'scammer',
    entries: [
      'address 0x5a4d91e0000000000000000000000000000000c1 @ethereum =phishing (Fake_Phishing0001)',
      'address 0x5a4d91e0000000000000000000000000000000c2 @ethereum =phishing (Lantern Reward, Claim (LNTRN))',
    ],
  },
  {
    name: 'empty names and words are none',
    text: sample('forta-malicious-contracts.csv'),
    options: {
      column: 'contract_address',
      nameColumn: 'contract_tag',
      labelColumn: 'contract_creator_etherscan_label',
    },
    label: 'scammer',
    entries: [
      'address 0x5a4d91e0000000000000000000000000000000d1 =hacker (Sample Protocol Exploiter Contract)',
      'address 0x5a4d91e0000000000000000000000000000000d3 =hacker',
    ],
  },
  {
    name: 'numbered columns without titles (Tranco)',
    text: '1,honest.example\r\n2,google.com\r\n3,wallet.example\r\n',
    options: { column: '2' },
    label: 'trusted',
    entries: ['host honest.example', 'host wallet.example'],
    refused: ['shared-host 1'],
  },
  {
    name: 'numbered columns with titles all the same',
    text: 'rank,domain\n1,honest.example\n',
    options: { column: '2' },
    entries: ['host honest.example'],
  },
  {
    name: 'remarks, everything quoted (URLhaus)',
    text: '# abuse.ch\n#\n# id,dateadded,url,url_status\n"1","2026-11-20 00:00:00","http://203.0.113.9:4444/bin.sh","online"\n"2","x","https://bad.example/a,b","online"\n',
    options: { column: '3' },
    label: 'malware',
    entries: ['url 203.0.113.9/bin.sh', 'url bad.example/a,b'],
  },
  {
    name: 'semicolons and tabs',
    text: 'who\turl\nsomebody\tevil.example\n',
    options: { column: 'URL', nameColumn: ' who', delimiter: '\t' },
    entries: ['host evil.example (somebody)'],
  },
  {
    name: 'stray quotes and short rows cost one row',
    text: 'url,who\na.example,x "y" z\n\n"b.example"x,y\nc.example\n,\nd.example,"two\nlines"\n',
    options: { column: 'url', nameColumn: 'who' },
    entries: ['host a.example (x "y" z)', 'host c.example', 'host d.example (two lines)'],
    refused: ['not-an-entry 2'],
  },
  {
    name: 'a million-character line is passed over',
    text: `url\na.example\n${'x'.repeat(1_000_000)}\nb.example\n`,
    options: { column: 'url' },
    entries: ['host a.example', 'host b.example'],
    refused: ['line-too-long 1'],
  },
])

const FAILS: [name: string, text: string, message: RegExp][] = [
  [
    'no such column',
    'domain;who\na.example;x\n',
    /no column "url"; its first row is: domain;who\. Check column and delim/,
  ],
  [
    'a quote that is never closed',
    `url\n"a.example\n${'b.example\n'.repeat(9)}`,
    /quote in the csv list is never closed/,
  ],
  [
    'one that swallows a megabyte',
    `url\n"a.example\n${'b.example\n'.repeat(99_999)}`,
    /quote in the csv list is never closed/,
  ],
]
for (const [name, text, message] of FAILS) {
  test(`csv: ${name}`, async () => {
    await assert.rejects(parseText({ format: 'csv', text, options: { column: 'url' } }), {
      name: 'ImportError',
      message,
    })
  })
}
