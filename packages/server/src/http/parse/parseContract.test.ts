import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseContract } from '../routes/contract.ts'

const EIP55 = '0xdAC17F958D2ee523a2206206994597C13D831ec7'

describe('parseContract', () => {
  test('defaults: everything is simulated, the ABI is left out, ten seconds', () => {
    const { spelling, ...input } = parseContract({ address: EIP55, chain: 'bsc' })
    assert.deepEqual(input, {
      chain: 'bsc',
      address: EIP55.toLowerCase(),
      includeAbi: false,
      simulateTrade: true,
      deadlineMs: 10_000,
    })
    assert.equal(spelling.spelled, EIP55)
  })

  test('options are taken as they are', () => {
    const options = { includeAbi: true, simulateTrade: false, deadlineMs: 200 }
    const { includeAbi, simulateTrade, deadlineMs } = parseContract({ address: EIP55, chain: 'ethereum', options })
    assert.deepEqual({ includeAbi, simulateTrade, deadlineMs }, options)
  })

  test('only a mixed-case spelling carries a checksum that can fail', () => {
    const failed = (address: string) => parseContract({ address, chain: 'ethereum' }).spelling.checksumFailed
    assert.equal(failed(EIP55), false)
    assert.equal(failed(EIP55.toLowerCase()), false)
    assert.equal(failed(`0x${EIP55.slice(2).toUpperCase()}`), false)
    assert.equal(failed(EIP55.replace('dAC', 'DaC')), true)
  })
})
