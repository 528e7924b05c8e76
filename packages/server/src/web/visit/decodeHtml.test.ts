import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeHtml } from './contentOf.ts'

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))

describe('the text of an HTML body', () => {
  const cases: [what: string, body: Buffer, contentType: string | null, text: string][] = [
    ['UTF-8 when nothing is said', Buffer.from('кошелёк'), null, 'кошелёк'],
    ['the charset of the header', bytes([0xea, 0xee, 0xf8]), 'text/html; charset=windows-1251', 'кош'],
    ['a quoted charset', bytes([0x8a, 0xbf]), 'text/html; charset="Shift_JIS"', '漢'],
    ['a meta', bytes('<meta charset=gbk>', [0xc7, 0xae]), null, '<meta charset=gbk>钱'],
    ['a byte order mark before all', bytes([0xff, 0xfe, 0x41, 0x00]), 'text/html; charset=utf-8', 'A'],
    ['UTF-16 without a mark', bytes([0x00, 0x41]), 'text/html; charset=utf-16be', 'A'],
    ['a meta that cannot be true', bytes('<meta charset="utf-16">A'), null, '<meta charset="utf-16">A'],
    ['an unknown charset is passed over', Buffer.from('é'), 'text/html; charset=klingon', 'é'],
    ['broken bytes', bytes([0x41, 0xff]), null, 'A\ufffd'],
  ]
  for (const [what, body, contentType, text] of cases) {
    it(what, () => assert.equal(decodeHtml(body, contentType), text))
  }
})
