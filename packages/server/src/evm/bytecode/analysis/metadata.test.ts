import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readArtifact } from '../../../sandbox/artifacts/readArtifact.ts'
import { readMetadata, skeletonOf } from './analyseCode.ts'
import { readCode } from './code.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const IPFS = `a264697066735822${'1220'}${'11'.repeat(32)}64736f6c634300081800${'33'}`

test('the example of Solidity’s documentation: IPFS and compiler', () => {
  const { compiler, sourceHash, length } = readMetadata(bytes(`6000${IPFS}`))
  assert.equal(compiler, '0.8.24')
  assert.match(sourceHash ?? '', /^ipfs:\/\/Qm[1-9A-HJ-NP-Za-km-z]{44}$/)
  assert.equal(length, 53)
})

test('Swarm hashes of older compilers', () => {
  const old = `a165627a7a72305820${'ab'.repeat(32)}0029`
  assert.deepEqual(readMetadata(bytes(`6000${old}`)), {
    compiler: null,
    sourceHash: `bzzr0://${'ab'.repeat(32)}`,
    length: 43,
  })
})

test('a published contract', () => {
  const { bytes: code } = readCode(readArtifact('Permit2').deployedBytecode)
  assert.equal(readMetadata(code).compiler, '0.8.17')
})

test('what is no metadata', () => {
  for (const hex of ['', '00', '6000', `6000${'00'.repeat(40)}0026`, 'ff'.repeat(60), `a264697066730008`])
    assert.deepEqual(readMetadata(bytes(hex)), { compiler: null, sourceHash: null, length: 0 })
})

test('copies with other constants and sources have one skeleton, other code another', () => {
  const skeleton = (hex: string) => {
    const code = bytes(hex)
    return skeletonOf(code, code.length - readMetadata(code).length)
  }
  assert.equal(skeleton(`6001600255fe${IPFS}`), skeleton(`6101236107ff55fe${IPFS.replace('11', '22')}`))
  assert.notEqual(skeleton('6001600255'), skeleton('6001600254'))
})
