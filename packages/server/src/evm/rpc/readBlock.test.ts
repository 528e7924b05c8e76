import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readBlock } from './heads.ts'

const HASH = `0x${'ab'.repeat(32)}`
const HEADER = {
  number: '0x1',
  hash: HASH,
  timestamp: '0x2',
  baseFeePerGas: '0x3',
  gasLimit: '0x4',
  gasUsed: '0x5',
  miner: `0x${'11'.repeat(20)}`,
}
const randomness = (more: object) => readBlock('bsc', { ...HEADER, ...more }).prevRandao
const word = (digit: string) => `0x${digit.padStart(64, '0')}`

it('reads the randomness of a block', () => {
  assert.equal(randomness({ mixHash: HASH, difficulty: '0x0' }), HASH)
})
it('reads the difficulty where a proof of authority leaves no randomness', () => {
  assert.equal(randomness({ mixHash: word('0'), difficulty: '0x2' }), word('2'))
  assert.equal(randomness({ difficulty: '0x1' }), word('1'))
  assert.equal(randomness({}), word('0'))
})
it('reads the difficulty of a block that has a mixHash besides', () => {
  assert.equal(randomness({ mixHash: HASH, difficulty: '0x2' }), word('2'))
  assert.equal(randomness({ mixHash: HASH }), HASH)
})
it('reads the blob gas of blocks that have one', () => {
  const { excessBlobGas, blobGasUsed } = readBlock('ethereum', {
    ...HEADER,
    excessBlobGas: '0x80000',
    blobGasUsed: '0x0',
  })
  assert.deepEqual([excessBlobGas, blobGasUsed], [0x80000n, 0n])
  assert.equal(readBlock('ethereum', HEADER).excessBlobGas, undefined)
})
