import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { comparedValues } from './callFacts.ts'
import { constant, MARK, operation, source } from './value.ts'

const ARGUMENT = source('ARG', MARK.argument, 1)
const WEI = source('CALLVALUE', MARK.balance)
const STORED = operation('SLOAD', [constant(3n)])
const equal = (one: typeof ARGUMENT, other: typeof ARGUMENT) => operation('EQ', [one, other])
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}` as const

describe('what a function compares its call with', () => {
  it('words, behind masks, shifts and other conditions', () => {
    const tag = equal(operation('SHR', [constant(224n), ARGUMENT]), constant(0x5f3c8a1dn))
    const number = operation('ISZERO', [equal(constant(4_815_162_342n), ARGUMENT)])
    const found = comparedValues([operation('AND', [tag, number])])
    const both = (0x5f3c8a1dn << 224n) | 4_815_162_342n
    assert.equal(found?.words[0], word(both))
    for (const one of [0x5f3c8a1dn, 4_815_162_342n]) assert.ok(found?.words.includes(word(one)))
  })

  it('coin that is asked for, and a little more where it has to be more', () => {
    const found = comparedValues([operation('LT', [WEI, constant(10n ** 17n)]), equal(WEI, constant(5n))])
    assert.deepEqual(found?.wei, [10n ** 17n, 10n ** 17n + 1n, 5n])
  })

  it('a hash that has to be a stored one', () => {
    assert.equal(comparedValues([equal(source('ANYHASH', 0), STORED)])?.hashes, true)
  })

  it('a limit: its neighbours are on either side', () => {
    const limit = operation('GT', [ARGUMENT, constant(10_000n)])
    assert.deepEqual(comparedValues([limit])?.words, [word(10_000n)])
  })

  it('small numbers and checks of types and lengths are nothing to be found', () => {
    const limit = operation('GT', [ARGUMENT, constant((1n << 64n) - 1n)])
    const choice = equal(ARGUMENT, constant(2n))
    const masked = equal(ARGUMENT, operation('AND', [ARGUMENT, constant((1n << 160n) - 1n)]))
    assert.equal(comparedValues([limit, choice, masked, equal(STORED, constant(4_815_162_342n))]), undefined)
  })
})
