import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { type Abi, encodeFunctionData } from 'viem'
import { readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { createBytecodeSource } from '../bytecode/createBytecodeSource.ts'
import { createVerification } from '../verification/createVerification.ts'
import type { AbiItem } from '../verification/explorer.ts'
import { parseAbi } from '../verification/parseAbi.ts'
import { type CalleeSources, decodeByCallee } from './decodeByCallee.ts'
import { decodeCall } from './decodeCall.ts'

const TOKEN: Address = `0x${'70ce'.repeat(10)}`
const PROXY: Address = `0x${'9001'.repeat(10)}`
const FROM: Address = `0x${'11'.repeat(20)}`
const { deployedBytecode, abi } = readArtifact('TaxToken')
/** A function that only this contract has. */
const item = (abi as Abi).find(
  (one) =>
    one.type === 'function' && one.inputs.length > 0 && one.stateMutability === 'nonpayable' && unknownHere(one.name),
)
const name = item?.type === 'function' ? item.name : ''
const data = callOf(name)

function callOf(functionName: string): Hex {
  const one = (abi as Abi).find((entry) => entry.type === 'function' && entry.name === functionName)
  const args = (one?.type === 'function' ? one.inputs : []).map(({ type }) =>
    type === 'address' ? FROM : type === 'bool' ? true : 7n,
  )
  return encodeFunctionData({ abi: abi as Abi, functionName, args })
}

function unknownHere(functionName: string): boolean {
  try {
    return decodeCall({ to: TOKEN, value: 0n, data: callOf(functionName) }).functionName === null
  } catch {
    return false
  }
}

describe('a call that no index knows', () => {
  const bytecode = createBytecodeSource()
  after(() => bytecode.close())
  const { signal } = new AbortController()

  /** A verification service with the ABI of these contracts only. */
  const sources = (verified: Record<Address, readonly AbiItem[]>, behind?: Address): CalleeSources => ({
    chain: 'ethereum',
    code: async (address) => (address === FROM ? '0x' : deployedBytecode),
    proxy: async (address) =>
      behind === undefined || address !== PROXY
        ? null
        : ({ kind: 'eip1967', implementations: [behind], beacon: null, admin: null, upgradeable: true } as never),
    verification: createVerification([
      {
        name: 'Sourcify',
        covers: () => true,
        ask: async (_, address) => ({
          source: verified[address] ? { name: 'Token', compiler: null, abi: verified[address] } : null,
          creation: null,
          complete: true,
        }),
      },
    ]),
    analyse: (address, code, within) => bytecode.analyse({ address, code, abi: null }, within),
  })
  const known = parseAbi(abi) ?? []
  const ask = (from: CalleeSources, to = TOKEN) => decodeByCallee(from, { from: FROM, to, value: 0n, data }, signal)

  test('is read by the verified ABI of its callee', async () => {
    const call = await ask(sources({ [TOKEN]: known }))
    assert.deepEqual([call?.functionName, call?.abi], [name, 'verified:Sourcify'])
    assert.ok((call?.parameters.length ?? 0) > 0)
  })

  test('is read by the implementation’s behind a proxy', async () => {
    const call = await ask(sources({ [TOKEN]: known }, TOKEN), PROXY)
    assert.deepEqual([call?.functionName, call?.abi, call?.to], [name, 'verified:Sourcify', PROXY])
  })

  test('else shows what the code reads, and claims no name', async () => {
    const call = await ask(sources({}))
    assert.deepEqual([call?.functionName, call?.signature, call?.abi], [null, null, 'recovered'])
    assert.deepEqual(
      call?.parameters.map((one) => one.name),
      call?.parameters.map((_, at) => `arg${at}`),
    )
    assert.ok((call?.parameters.length ?? 0) > 0)
  })

  test('stays unknown for an account without code, and where the call data is not of the declaration', async () => {
    assert.equal(await ask(sources({}), FROM), null)
    const torn = decodeByCallee(
      sources({ [TOKEN]: known }),
      { from: FROM, to: TOKEN, value: 0n, data: data.slice(0, 20) as Hex },
      signal,
    )
    assert.equal(await torn, null)
  })
})
