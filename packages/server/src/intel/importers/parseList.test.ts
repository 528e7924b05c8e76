import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { LIST_FORMATS } from '../ports.ts'
import { type ListText, parseText } from './testParsing.ts'

type Failure = ListText & { name: string; message: RegExp }
const FORMATS = LIST_FORMATS.map((format) => ({ format, options: format === 'json-path' ? { path: 'list' } : {} }))
const HTML =
  '\n<!-- cached -->\n<!DOCTYPE html><html><head><title>Sign in</title></head><body>evil.example</body></html>'
const UTF16_BINARY = Buffer.from('a.example\n'.repeat(100), 'utf16le')

const EVERYWHERE: [name: string, text: string | Uint8Array, message: RegExp][] = [
  ['an empty file', '', /^The file is empty; a \S+ list was expected\.$/],
  [
    'an HTML page served with 200',
    HTML,
    /^The file is an HTML page, not a list: the address may be wrong, or it wants a login/,
  ],
  [
    'gzip',
    gzipSync('evil.example\n'),
    /^The file is gzip-compressed; give the URL of the plain file, or decompress it first/,
  ],
  ['a zip archive', 'PK\x03\x04....', /^The file is a zip archive; unpack it/],
  ['a program', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(5000)]), /^The file is binary, not a list/],
  ['UTF-16 without a byte order mark', UTF16_BINARY, /^The file is binary, not a list; UTF-16 needs a byte order mark/],
]
for (const { format, options } of FORMATS) {
  for (const [name, text, message] of EVERYWHERE) {
    test(`${format}: ${name} is refused by name`, async () => {
      await assert.rejects(parseText({ format, options, text }), { name: 'ImportError', message })
    })
  }
  test(`${format}: rubbish ends in an error that names the format and what was found`, async () => {
    const rubbish = 'no list\n'.repeat(50)
    await assert.rejects(parseText({ format, options, text: rubbish }), {
      name: 'ImportError',
      message: new RegExp(format),
    })
  })
}

const FAILURES: Failure[] = [
  {
    name: 'ten thousand levels of JSON',
    format: 'json-array',
    text: `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    message: /nested over 64 levels deep \(json-array list\)/,
  },
  {
    name: 'one value of millions of parts',
    format: 'json-map',
    text: `{"a": [${'{},'.repeat(1_500_000)}{}]}`,
    message: /One JSON value has over 4000000 parts/,
  },
  {
    name: 'one endless text',
    format: 'json-array',
    text: `["${'x'.repeat(3_000_000)}"]`,
    message: /One JSON text is over 1048576 characters long/,
  },
  {
    name: 'truncated JSON',
    format: 'json-array',
    text: '["a.example", "b.example"',
    message: /JSON ends early: the file may be truncated/,
  },
  { name: 'two documents', format: 'json-array', text: '["a.example"]\n["b.example"]', message: /not valid JSON/ },
  { name: 'NaN', format: 'json-array', text: '["a.example", NaN]', message: /not valid JSON/ },
  {
    name: 'a path that leads nowhere',
    format: 'json-path',
    options: { path: 'blocklist' },
    text: '{"version": 2, "blacklist": ["a.example"], "\\u202ewhitelist": []}',
    message:
      /^No entry found in the json-path list; expected an array at the path, .*; it has: version, blacklist, whitelist\.$/,
  },
  {
    name: 'a column that no object has',
    format: 'json-path',
    options: { path: 'data', column: 'host' },
    text: '{"data": [{"url": "a.example", "at": 1}]}',
    message: /it has: data, url \(in a member\), at \(in a member\); first refused \(not-an-entry\)/,
  },
  {
    name: 'a path with an empty part',
    format: 'json-path',
    options: { path: 'a..b' },
    text: '{}',
    message: /^The path "a\.\.b" has an empty part/,
  },
  {
    name: 'objects without a column',
    format: 'json-array',
    text: '[{"url": "a.example"}]',
    message: /No entry found in the json-array list; .*first refused \(not-an-entry\): an object\.$/,
  },
  {
    name: 'a YAML mapping without a path',
    format: 'yaml-list',
    text: 'deny:\n  - a.example\n',
    message: /No entry found in the yaml-list list; .*; it has: deny\.$/,
  },
  {
    name: 'mostly something else',
    format: 'lines',
    text: `a.example\nb.example\n${'two words\n'.repeat(11)}`,
    message:
      /^Only 2 of 13 values in the lines list are entries: the format is probably wrong\. .*\(not-an-entry\): two words\.$/,
  },
  {
    name: 'a hosts file read as lines',
    format: 'lines',
    text: '0.0.0.0 a.example\n'.repeat(20),
    message:
      /No entry found in the lines list; expected one address, host or URL a line; first refused .*: 0\.0\.0\.0 a\.example\.$/,
  },
  {
    name: 'nothing but an endless line',
    format: 'lines',
    text: 'x'.repeat(1_000_000),
    message: /No entry found in the lines list; .*first refused \(line-too-long\): x{79}…\.$/,
  },
  {
    name: 'hostile text in what is quoted',
    format: 'lines',
    text: '\u202e\u001b[2J<script>\u200b two\n',
    message: /first refused \(not-an-entry\): \[2J<script> two\.$/,
  },
]
for (const { name, message, ...list } of FAILURES) {
  test(`${list.format}: ${name} is refused`, async () => {
    await assert.rejects(parseText(list), { name: 'ImportError', message })
  })
}

test('few refusals, shared hosts and other networks are no sign of a wrong format', async () => {
  const lists: ListText[] = [
    { format: 'lines', text: `a.example\n${'two words\n'.repeat(10)}` },
    { format: 'lines', text: `a.example\n${'x.com\n'.repeat(50)}` },
    { format: 'lines', text: `a.example\n${'1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2\n'.repeat(50)}` },
    { format: 'lines', text: `${'a.example\n'.repeat(12)}${'two words\n'.repeat(11)}` },
  ]
  for (const list of lists) assert.equal((await parseText(list)).entries.length, 1)
})

test('a page of XHTML is a page too, and a list that speaks of HTML is a list', async () => {
  const xhtml = '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0"><html/>'
  await assert.rejects(parseText({ format: 'ofac-xml', text: xhtml }), /is an HTML page/)
  assert.equal((await parseText({ format: 'lines', text: '# <html> below\nhtml.example\n' })).entries.length, 1)
})
