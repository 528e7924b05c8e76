import assert from 'node:assert/strict'
import { createCipheriv, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { opaqueBytes } from './opaqueBytes.ts'

const PHRASE = 'abandon ability able about above absent absorb abstract absurd abuse access accident'
const sealed = () => {
  const cipher = createCipheriv('aes-256-ctr', randomBytes(32), randomBytes(16))
  return cipher.update(PHRASE)
}

test('an encrypted phrase cannot be read, however it is written', () => {
  for (let times = 0; times < 50; times++) {
    const box = sealed()
    const written = [
      box.toString('latin1'),
      JSON.stringify({ d: box.toString('base64') }),
      `https://x.example/p.gif?v=${box.toString('base64url')}`,
      `id=${box.toString('hex')}`,
      JSON.stringify([...box]),
      encodeURIComponent(box.toString('latin1')),
    ]
    for (const text of written) assert.ok(opaqueBytes(text) >= 36, text)
  }
})

test('words, identifiers, addresses and calls of a chain can be read', () => {
  const readable = [
    PHRASE,
    'https://tea.example/assets/chunk-vendors-and-everything-else-of-the-page.8f2a91c4.js?version=2026-11-28',
    JSON.stringify({ event: 'valid', session: crypto.randomUUID(), visitor: crypto.randomUUID(), at: Date.now() }),
    JSON.stringify({
      method: 'eth_call',
      params: [{ to: `0x${'ab'.repeat(20)}`, data: `0x70a08231${'0'.repeat(24)}${'cd'.repeat(20)}` }],
    }),
    'Привет, как дела? Сегодня хорошая погода, и мы идём гулять в парк.',
    '你好，今天天气很好，我们去公园散步吧。',
    'thisIsTheVeryLongNameOfAFunctionThatNobodyWouldEverWriteByHandButToolsDo',
    '/a/very/long/path/of/a/page/with/many/parts/and/no/secret/in/it/at/all/index.html',
  ]
  for (const text of readable) assert.ok(opaqueBytes(text) < 36, `${opaqueBytes(text)} ${text}`)
})
