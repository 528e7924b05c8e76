import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bytecode, IMPLEMENTATION, privileged, proxy, TOKEN } from '@redoubt/risk/testing/sampleContract.ts'
import { account, contract, label } from '@redoubt/risk/testing/sampleFacts.ts'
import { scanSample } from './testContractScan.ts'

describe('scanContract of what is no contract', () => {
  const nothing = ['proxy', 'bytecode', 'trade', 'privileges', 'provenance', 'distribution']

  test('an address without code: answered, with a finding, and no source is bothered', async () => {
    const { result, asked } = await scanSample({}, {}, account(TOKEN))
    assert.deepEqual([result.recommendation, result.tokenSecurity, result.isHoneypot], ['CAUTION', null, false])
    assert.deepEqual(
      result.warnings.map(({ id }) => id),
      ['no-code'],
    )
    assert.deepEqual(result.unknown, [])
    for (const name of nothing) assert.ok(!asked.includes(name), name)
  })

  test('an address where a contract may still be created', async () => {
    const { result } = await scanSample({}, {}, account(TOKEN, { nonce: 0n, balance: 0n }))
    assert.match(result.warnings[0]?.description ?? '', /a contract not yet deployed/)
  })

  test('a precompile', async () => {
    const { result } = await scanSample({}, {}, account(TOKEN, { class: 'precompile', nonce: 0n }))
    assert.equal(result.recommendation, 'SAFE')
    assert.deepEqual(
      result.warnings.map(({ id }) => id),
      ['precompiled-contract'],
    )
    assert.equal(result.contractDetails.kind, 'precompile')
  })

  test('an EIP-7702 account is judged by its delegate', async () => {
    const wallet = '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b'
    const own = account(TOKEN, { class: 'delegated-eoa', codeSize: 23, delegate: wallet })
    const person = account(TOKEN, { class: 'delegated-eoa', codeSize: 23, delegate: IMPLEMENTATION })
    const behind = proxy({ kind: 'eip7702', admin: privileged({ address: TOKEN }) })
    const known = { proxy: async () => behind, delegateActs: async () => ({ acts: [], tried: 3, cut: ['calls'] }) }
    const { result } = await scanSample({ proxy: async () => ({ ...behind, implementations: [wallet] }) }, {}, own)
    const { result: strange } = await scanSample(known, {}, person)
    assert.ok(strange.riskScore >= 40, String(strange.riskScore))
    assert.equal(strange.warnings[0]?.id, 'unknown-delegate')
    assert.equal(result.recommendation, 'SAFE')
    assert.equal(result.tokenSecurity, null)
    assert.ok(!result.threats.includes('proxy_contract'))
    const flagged = contract(IMPLEMENTATION, { labels: [label('scammer', 'sweeper')] })
    const { result: drained } = await scanSample(
      { ...known, account: async (_, address) => (address === TOKEN ? person : flagged) },
      {},
      person,
    )
    assert.equal(drained.recommendation, 'BLOCK')
    assert.equal(drained.warnings[0]?.id, 'flagged-implementation')
  })

  test('a contract that is no token has no token security, and nothing of tokens is unknown', async () => {
    const { result, asked } = await scanSample(
      { bytecode: async () => bytecode({ standard: null }) },
      {},
      contract(TOKEN, { token: null }),
    )
    assert.equal(result.tokenSecurity, null)
    assert.deepEqual(result.unknown, [])
    assert.ok(!asked.includes('trade') && !asked.includes('distribution'))
  })

  test('a collection that gives no name is told by its functions', async () => {
    const { result } = await scanSample(
      { bytecode: async () => bytecode({ standard: 'erc721' }) },
      {},
      contract(TOKEN, { token: null }),
    )
    assert.deepEqual([result.contractDetails.standard, result.tokenSecurity], ['erc721', null])
  })
})
