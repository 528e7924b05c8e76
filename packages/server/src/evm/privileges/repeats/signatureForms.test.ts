import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import { privateKeyToAddress, sign } from 'viem/accounts'
import { concatHex, encodeAbiParameters, keccak256, parseAbiParameters, recoverAddress } from 'viem/utils'
import { word } from '../../trade/trader.ts'
import { signatureForms } from './signatureForms.ts'

const KEY: Hex = `0x${'4b'.repeat(32)}`
const DIGEST = keccak256('0x01')
const signed = await sign({ hash: DIGEST, privateKey: KEY, to: 'object' })
const packed = await sign({ hash: DIGEST, privateKey: KEY, to: 'hex' })
const v = Number(signed.v)
const call = (types: string, values: readonly unknown[]): Hex =>
  concatHex(['0xcafe0001', encodeAbiParameters(parseAbiParameters(types), values as never)])

test('each form of three words and of bytes recovers the same signer', async () => {
  const inWords = signatureForms(call('uint256, uint8, bytes32, bytes32', [7n, v, signed.r, signed.s]))
  const mirrored = inWords.find(({ how }) => how.includes('mirrored'))
  assert.ok(mirrored)
  const argument = (at: number) => mirrored.data.slice(10 + at * 64, 74 + at * 64)
  const signature = `0x${argument(2)}${argument(3)}${argument(1).slice(-2)}` as const
  assert.equal(await recoverAddress({ hash: DIGEST, signature }), privateKeyToAddress(KEY))
  const short = signatureForms(call('bytes', [packed])).find(({ how }) => how.includes('short form'))
  assert.ok(short)
  const [r, s] = [short.data.slice(10 + 128, 10 + 192), BigInt(`0x${short.data.slice(10 + 192, 10 + 256)}`)]
  const whole = `0x${r}${word(BigInt.asUintN(255, s))}${(27n + (s >> 255n)).toString(16)}` as const
  assert.equal(await recoverAddress({ hash: DIGEST, signature: whole }), privateKeyToAddress(KEY))
})

test('bytes get longer twice, and the rest of the call stays', () => {
  const data = call('bytes, uint256', [packed, 9n])
  const longer = signatureForms(data).find(({ how }) => how === 'with a byte behind the signature')
  const lengthOf = (of: Hex | null | undefined) => BigInt(`0x${of?.slice(10 + 128, 10 + 192)}`)
  assert.deepEqual([lengthOf(longer?.data), lengthOf(longer?.again)], [66n, 67n])
  assert.equal(longer?.data.slice(10 + 192), data.slice(10 + 192))
})

test('a call without a signature has no other form', () => {
  assert.deepEqual(signatureForms(call('address, uint256', [privateKeyToAddress(KEY), 27n])), [])
  assert.deepEqual(signatureForms(call('bytes', [`0x${'00'.repeat(65)}`])), [])
})
