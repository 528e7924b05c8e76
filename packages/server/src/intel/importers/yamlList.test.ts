import { testImporter } from './testParsing.ts'

const A = `0x${'Ab'.repeat(20)}`

testImporter('yaml-list', [
  {
    name: 'a block list of plain and quoted text, and remarks',
    text: `%YAML 1.2\n---\n# remark\n- evil.example\n- "b.example" # another\n-   'c.example'\n- |\n  d.example\n- ${A}\n...\n`,
    entries: ['host evil.example', 'host b.example', 'host c.example', 'host d.example', `address ${A.toLowerCase()}`],
  },
  {
    name: 'objects',
    text: '- url: evil.example\n- url: https://b.example/x\n  name: "A \\u202Eb"\n  category: Phishing\n- name: nothing\n',
    label: 'scam',
    entries: ['host evil.example', 'url b.example/x =phishing (A [U+202E]b)'],
    refused: ['not-an-entry 1'],
  },
  {
    name: 'a list below one key, at any indentation',
    text: 'allow:\n- a.example\ndeny:\n- b.example\n- c.example\nother:\n  - d.example\n',
    options: { path: 'deny' },
    entries: ['host b.example', 'host c.example'],
  },
  {
    name: 'columns that hold many values',
    text: '- id: 1\n  who: Thief\n  addresses:\n    - 0x1111111111111111111111111111111111111111\n    - 0x2222222222222222222222222222222222222222\n  kind: [phish, other]\n',
    options: { column: 'addresses', nameColumn: 'who', labelColumn: 'kind' },
    label: 'scam',
    entries: [
      'address 0x1111111111111111111111111111111111111111 =phishing (Thief)',
      'address 0x2222222222222222222222222222222222222222 =phishing (Thief)',
    ],
  },
  {
    name: 'one broken item spoils only itself',
    text: '- a.example\n- {url: b.example\n- c.example\n- "d.example\n- e.example\n- f.example\n',
    entries: ['host a.example', 'host c.example', 'host e.example', 'host f.example'],
    refused: ['malformed 2'],
  },
  {
    name: 'aliases are not followed: a billion laughs are refused',
    text: `- &a evil.example\n- *a\n- {x: &b [*a, *a, *a], y: *b}\n- [${'*a, '.repeat(500)}]\n- good-to-know.example\n`,
    entries: ['host evil.example', 'host good-to-know.example'],
    refused: ['malformed 3'],
  },
  {
    name: 'tags and merge keys mean nothing, __proto__ is a key',
    text: '- !!js/function "evil.example"\n- <<: {url: b.example}\n- __proto__: {url: c.example}\n',
    entries: ['host evil.example'],
    refused: ['not-an-entry 2'],
  },
  {
    name: 'nesting, collections as keys, endless items',
    text: [
      '- a.example',
      `- ${'['.repeat(10_000)}`,
      `- ${'{a: '.repeat(1000)}`,
      `- ${'- '.repeat(1000)}`,
      `- ${'{? '.repeat(1000)}`,
      `- ${'? '.repeat(1000)}`,
      `- url: >\n${'   word\n'.repeat(5000)}`,
      `- ${'x'.repeat(1_000_000)}`,
      '- b.example',
    ].join('\n'),
    entries: ['host a.example', 'host b.example'],
    refused: ['malformed 6', 'line-too-long 1'],
  },
  {
    name: 'a list of thieves vouches for none of them, and only a sanctions list sanctions',
    text: `- address: ${A}\n  name: Uniswap V4 Router\n  category: dex\n- address: 0x${'1'.repeat(40)}\n  type: ofac\n`,
    entries: [`address ${A.toLowerCase()} (Uniswap V4 Router)`, `address 0x${'1'.repeat(40)}`],
  },
  {
    name: 'a sanctions list says one thing: no word takes an entry out of it',
    text: `- address: ${A}\n  category: hacker\n`,
    label: 'sanctioned',
    entries: [`address ${A.toLowerCase()}`],
  },
])
