import assert from 'node:assert/strict'
import { test } from 'node:test'
import { english, generateMnemonic, japanese, spanish } from 'viem/accounts'
import { refuseSecrets } from './refuseSecrets.ts'

const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const KEY = 'ab'.repeat(32)
const hex = (text: string) => `0x${Buffer.from(text).toString('hex')}`

const REFUSED: readonly (readonly [what: string, texts: string[]])[] = [
  ['a phrase', [PHRASE]],
  ['a phrase of 24 words', [generateMnemonic(english, 256)]],
  ['a phrase that is misspelt', [PHRASE.replace('winner', 'wimner')]],
  ['a phrase in capitals', [PHRASE.toUpperCase()]],
  [
    'a numbered phrase',
    [
      PHRASE.split(' ')
        .map((word, place) => `${place + 1}. ${word}`)
        .join('\n'),
    ],
  ],
  ['a phrase in a sentence', [`Please verify my wallet: ${PHRASE}. Thanks.`]],
  ['a phrase as arguments', PHRASE.split(' ')],
  ['a phrase in JSON', [JSON.stringify({ from: '0x1', data: { note: PHRASE } })]],
  ['a phrase as a list in JSON', [JSON.stringify({ message: PHRASE.split(' ') })]],
  ['a phrase in typed data as text', [JSON.stringify({ method: 'x', params: ['0x1', JSON.stringify({ a: PHRASE })] })]],
  ['a phrase that a wallet is asked to sign', [JSON.stringify({ method: 'personal_sign', params: [hex(PHRASE)] })]],
  ['a phrase in a URL', [`https://a.example/?q=${encodeURIComponent(PHRASE)}`]],
  ['a phrase in Spanish', [generateMnemonic(spanish)]],
  ['a phrase in Japanese', [generateMnemonic(japanese)]],
  ['a private key', [KEY]],
  ['a private key in capitals, with a line end', [`${KEY.toUpperCase()}\n`]],
  ['a private key to sign', [JSON.stringify({ method: 'personal_sign', params: [KEY, '0x1'] })]],
  ['a private key with its name', [`PRIVATE_KEY=0x${KEY}`]],
  ['a private key in JSON', [JSON.stringify({ to: '0x1', privateKey: `0x${KEY}` })]],
  ['an extended key', [`xprv9s21ZrQH143K${'A'.repeat(95)}`]],
  ['a key file', ['-----BEGIN EC PRIVATE KEY-----\nMHQ=']],
  ['a Bitcoin key', [`5${'H'.repeat(50)}`]],
]
for (const [what, texts] of REFUSED)
  test(`${what} is refused, and not repeated`, async () =>
    assert.rejects(refuseSecrets(...texts), (error: Error) => {
      assert.equal(error.name, 'UsageError')
      assert.match(error.message, /nothing was sent/)
      return !/winner|abab/i.test(error.message)
    }))

const typedData = {
  types: { Order: ['owner', 'token', 'vendor', 'asset', 'method'].map((name) => ({ name, type: 'address' })) },
  primaryType: 'Order',
  domain: { name: 'x', salt: KEY },
  message: { owner: '0x1' },
}
const PASSED: readonly (readonly [what: string, text: string])[] = [
  ['a transaction hash', `0x${KEY}`],
  ['an address', '0xEB53DB7800A5C12ee5E79406361cfB6e75534778'],
  ['a URL with a hash', `https://a.example/${KEY}`],
  ['a text to sign', 'By signing in you accept the terms of service. This request will not cost any gas fees.'],
  ['twelve words with short ones', 'please sign this to prove that you own the account of mine'],
  ['typed data whose names are words of the list', JSON.stringify(typedData)],
  ['eleven words', PHRASE.slice(0, PHRASE.lastIndexOf(' '))],
  ['call data', `0xa9059cbb${'00'.repeat(64)}`],
]
for (const [what, text] of PASSED) test(`${what} is no secret`, () => refuseSecrets(text))
