import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Subject } from './guessSubject.ts'
import { refuseUnusedOptions, type SubjectOptions } from './refuseUnusedOptions.ts'

const transaction: Subject = { kind: 'transaction', body: { from: '0xA1', to: '0x2', chain: 'bsc' } }
const message: Subject = { kind: 'message', body: { message: 'm', address: '0xA1' } }

const REFUSED: readonly (readonly [what: string, subject: Subject, options: SubjectOptions, message: RegExp])[] = [
  ['a recipient and an amount beside JSON', transaction, { to: '0x3', value: '1' }, /^--to and --value cannot .* JSON/],
  [
    'another sender than the JSON has',
    transaction,
    { from: '0x3' },
    /^--from 0x3 and the JSON, which has 0xA1, differ/,
  ],
  ['another network than the JSON has', transaction, { chain: 'base' }, /^--chain base and .* bsc, differ/],
  [
    'a sender beside a user operation',
    { kind: 'transaction', body: { userOperation: {} } as never },
    { from: '0x3' },
    /user operation/,
  ],
  [
    'a second call data',
    { kind: 'calldata', data: '0x12345678' },
    { data: '0x', to: '0x1' },
    /^--data cannot .* call data/,
  ],
  ['another signer than the request names', message, { address: '0x3' }, /^--address 0x3 and .* 0xA1/],
  ['a recipient of a web site', { kind: 'url', url: 'https://a.example' }, { to: '0x1' }, /^--to cannot .* web site/],
  ['a browser for an address', { kind: 'address', address: '0x1' }, { browse: true }, /^--browse cannot .* an address/],
  [
    'an amount of a transaction that was sent',
    { kind: 'hash', hash: '0x1' },
    { value: '1' },
    /^--value cannot .* hash/,
  ],
]
for (const [what, subject, options, expected] of REFUSED)
  test(`${what} is refused`, () =>
    assert.throws(() => refuseUnusedOptions(subject, options), { name: 'UsageError', message: expected }))

test('options that the subject uses pass, and those that say the same', () => {
  refuseUnusedOptions(transaction, { from: '0xa1', origin: 'https://a.example', chain: 'bsc' })
  refuseUnusedOptions(message, { address: '0xa1', payment: 'x.json', chain: 'base' })
  refuseUnusedOptions({ kind: 'calldata', data: '0x12345678' }, { from: '0x1', to: '0x2', value: '1' })
})
