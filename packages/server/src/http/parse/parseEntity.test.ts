import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEntity } from './parseEntity.ts'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test('an address becomes lower case, and its spelling is kept', () => {
  const { entity, text, chain, fresh, deadlineMs } = parseEntity(ADDRESS, {}, 'path.entity')
  assert.deepEqual(entity, {
    type: 'address',
    address: ADDRESS.toLowerCase(),
    spelling: { member: 'address', spelled: ADDRESS, checksummed: ADDRESS, checksumFailed: false },
  })
  assert.deepEqual([text, chain, fresh, deadlineMs], [ADDRESS, 'ethereum', false, 10_000])
})

test('capitals that are no checksum are told, a capital X is none of them', () => {
  const failed = (text: string) => {
    const { entity } = parseEntity(text, {}, 'path.entity')
    return entity.type === 'address' && entity.spelling.checksumFailed
  }
  assert.equal(failed(ADDRESS.replace('dA', 'Da')), true)
  assert.equal(failed(ADDRESS.replace('0x', '0X')), false)
})

test('a URL, a hash and a name are what they are', () => {
  const read = (text: string) => parseEntity(text, {}, 'path.entity').entity
  assert.deepEqual(read('https://App.example/x'), { type: 'url', url: 'https://App.example/x' })
  assert.deepEqual(read(`0x${'AB'.repeat(32)}`), { type: 'transaction', hash: `0x${'ab'.repeat(32)}` })
  assert.deepEqual(read('My-Wallet.eth'), { type: 'ens', name: 'my-wallet.eth' })
})

test('what cannot be read is refused with the member and the remedy', () => {
  const refused: [string, { type?: 'address' | 'url' | 'transaction' }, RegExp][] = [
    ['', {}, /^entities\[3\]: expected an address, an http or https URL/],
    ['0x12', {}, /^entities\[3\]: expected 0x followed by 40 hex digits/],
    [ADDRESS, { type: 'url' }, /this is an address, not a URL/],
    ['vitаlik.eth', {}, /a-z, 0-9 and hyphens/],
    ['xn--vitlik-6nf.eth', {}, /a-z, 0-9 and hyphens/],
    ['a_b.eth', {}, /a-z, 0-9 and hyphens/],
    ['javascript:alert(1)', {}, /expected/],
  ]
  for (const [text, asked, message] of refused) {
    assert.throws(() => parseEntity(text, asked, 'entities[3]'), { code: 'VALIDATION_ERROR', message }, text)
  }
})
