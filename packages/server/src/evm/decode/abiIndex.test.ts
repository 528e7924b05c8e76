import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import { keccak256, toBytes } from 'viem/utils'
import entries from './abiIndex.generated.json' with { type: 'json' }
import { signaturesOf } from './abiIndex.ts'
import { parseSignature } from './abiTypes.ts'
import { decodeCall } from './decodeCall.ts'

/** `submit(address)` of Lido's stETH. */
const SUBMIT = 'a1903eab'

test('every generated signature parses and hashes to its key', () => {
  for (const { abi, signatures } of entries) {
    for (const [key, text] of Object.entries(signatures)) {
      const digest = keccak256(toBytes(parseSignature(text).canonical)).slice(2)
      assert.equal(key.slice(1), key.startsWith('e') ? digest : digest.slice(0, 8), `${abi}: ${text}`)
    }
  }
})

test('every ABI says where it comes from, and npm ones in which version and under which licence', () => {
  for (const entry of entries) {
    assert.notEqual(entry.source, '')
    if (entry.source.startsWith('npm:')) assert.ok(entry.version && entry.license, entry.abi)
  }
})

const KNOWN: [string, 'function' | 'event' | 'error', string, string][] = [
  ['a9059cbb', 'function', 'erc20', 'transfer(address to,uint256 value)'],
  ['a22cb465', 'function', 'erc721', 'setApprovalForAll(address operator,bool approved)'],
  ['2e1a7d4d', 'function', 'weth', 'withdraw(uint256 wad)'],
  ['ac9650d8', 'function', 'multicall', 'multicall(bytes[] data)'],
  ['d505accf', 'function', 'erc20-permit', ''],
  ['3593564c', 'function', 'universal-router', ''],
  ['38ed1739', 'function', 'uniswap-v2-router', ''],
  ['414bf389', 'function', 'uniswap-v3-router', ''],
  ['04e45aaf', 'function', 'uniswap-v3-router2', ''],
  ['6a761202', 'function', 'safe', ''],
  ['8d80ff0a', 'function', 'safe-multisend', ''],
  ['1fad948c', 'function', 'erc4337-entry-point-0.6', ''],
  ['765e827f', 'function', 'erc4337-entry-point', ''],
  ['fb0f3ee1', 'function', 'seaport', ''],
  ['617ba037', 'function', 'aave-v3-pool', ''],
  ['f2fde38b', 'function', 'ownable', ''],
  ['4f1ef286', 'function', 'transparent-proxy', ''],
  ['6e553f65', 'function', 'erc4626', ''],
  ['415565b0', 'function', '0x-exchange-proxy', ''],
  ['07ed2379', 'function', '1inch-router', ''],
  ['8fcbaf0c', 'function', 'dai-permit', ''],
  ['e3ee160e', 'function', 'erc3009', ''],
  ['ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', 'event', 'erc20', ''],
  ['e450d38c', 'error', 'erc20-burnable', ''],
]

test('the well-known calls are there under their own names', () => {
  for (const [key, kind, abi, text] of KNOWN) {
    const [signature] = signaturesOf(kind, key)
    assert.equal(signature?.abi, abi, key)
    if (text !== '') assert.equal(signature?.text, text)
  }
  assert.deepEqual(signaturesOf('function', 'ffffffff'), [])
  assert.deepEqual(signaturesOf('function', '__proto__'), [])
})

test('a function of no built ABI is known by the data pack, without names', () => {
  const [signature] = signaturesOf('function', SUBMIT)
  assert.deepEqual({ abi: signature?.abi, text: signature?.text }, { abi: 'data-pack', text: 'submit(address)' })
  assert.deepEqual(
    signaturesOf('function', 'a9059cbb').map(({ abi }) => abi),
    ['erc20'],
    'an ABI of the index, whose parameters have names, comes first and alone',
  )
  assert.deepEqual(signaturesOf('event', SUBMIT), [], 'the pack holds functions only')
})

test('Lido stakes: a call that no built ABI declares is decoded by name', () => {
  const referral = '0x000000000022d473030f116ddee9f6b43ac78ba3'
  const data: Hex = `0x${SUBMIT}${referral.slice(2).padStart(64, '0')}`
  const stake = decodeCall({ to: '0xae7ab96520de3a18e5e111b5eaab095312d7fe84', value: 10n ** 18n, data })
  assert.equal(stake.functionName, 'submit')
  assert.equal(stake.abi, 'clear-signing')
  assert.deepEqual(stake.args, [referral])
  assert.deepEqual(stake.parameters, [
    { name: '_referral', type: 'address', value: '0x000000000022D473030F116dDEE9F6B43aC78BA3' },
  ])
  assert.equal(decodeCall({ to: null, value: 0n, data }).functionName, null, 'a creation has no selector')
  const dirty: Hex = `0x${SUBMIT}${'f'.repeat(64)}`
  assert.equal(decodeCall({ to: stake.to, value: 0n, data: dirty }).functionName, null, 'the layout decides')
})

test('a malformed signature is refused', () => {
  for (const text of ['', 'f', 'f(', 'f(uint)', 'f(uint7 a)', 'f(bytes33 a)', 'f(address a,)', '(address a)', 'f()x'])
    assert.throws(() => parseSignature(text), text)
})
