import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  able,
  bytecode,
  CREATOR,
  distribution,
  flip,
  OWNER,
  privileged,
  provenance,
  proxy,
  TOKEN,
  trade,
  unsold,
} from '@redoubt/risk/testing/sampleContract.ts'
import { contract, label } from '@redoubt/risk/testing/sampleFacts.ts'
import { NetworkUnavailable } from '../../../domain/sourceErrors.ts'
import { createContractScan } from './scanContract.ts'
import { INPUT, privilegesOf, sample, scanSample, testSources } from './testContractScan.ts'

const refuses = (message: string) => () => Promise.reject(new Error(message))

describe('scanContract', () => {
  test('an honest, renounced token is safe, and every fact is learned once', async () => {
    const { result, asked } = await scanSample()
    assert.deepEqual([result.riskLevel, result.recommendation, result.isHoneypot], ['safe', 'SAFE', false])
    assert.deepEqual(result.unknown, [])
    assert.deepEqual(result.threats, [])
    assert.deepEqual(result.tokenSecurity, {
      buyTax: 0,
      sellTax: 0,
      isMintable: false,
      canBlacklist: false,
      canPause: false,
      ownershipRenounced: true,
      hiddenOwner: false,
      transferTax: 0,
    })
    assert.equal(result.confidence, 1)
    assert.ok(!('abi' in result))
    const once = asked.filter((name) => name !== 'account' && name !== 'said')
    assert.deepEqual(once.sort(), [...new Set(once)].sort())
    assert.deepEqual([result.blockNumber, result.intelAsOf, result.complete], ['20000000', '2026-11-01', true])
  })

  test('a honeypot is blocked, by what execution showed', async () => {
    const { result } = await scanSample({ trade: async () => trade({}, (scenario) => unsold(scenario)) })
    assert.deepEqual([result.recommendation, result.isHoneypot], ['BLOCK', true])
    assert.ok(result.threats.includes('honeypot'))
    assert.deepEqual(result.unknown, ['sellTax'])
  })

  test('who controls it, and how, is shown with EIP-55 addresses', async () => {
    const { result } = await scanSample({
      proxy: async () => proxy(),
      privileges: async () =>
        privilegesOf({
          ...able('mint', 'mint(address,uint256)'),
          switches: [flip('close()')],
          privileged: [privileged()],
        }),
    })
    assert.equal(result.proxy?.kind, 'eip1967')
    assert.equal(result.privileged[0]?.address.toLowerCase(), OWNER)
    assert.equal(result.capabilities[0]?.call.callerClass, 'eoa')
    assert.equal(result.ownerSwitches[0]?.calls[0]?.function, 'close()')
    assert.deepEqual(result.threats, ['rug_pull_risk', 'proxy_contract'])
    assert.deepEqual([result.tokenSecurity?.isMintable, result.tokenSecurity?.ownershipRenounced], [true, false])
    for (const text of JSON.stringify(result.warnings).match(/0x[0-9a-fA-F]{40}\b/g) ?? [])
      assert.notEqual(text, OWNER, 'evidence is EIP-55 too')
  })

  test('without trading by choice, what it would show is unknown, and unknown is not safe', async () => {
    const { result, asked } = await scanSample({}, { simulateTrade: false })
    assert.ok(!asked.includes('trade') && asked.includes('privileges'), 'what its owner may do is learned all the same')
    for (const name of ['isHoneypot', 'buyTax', 'sellTax', 'trade', 'ownerSwitches']) {
      assert.ok(result.unknown.includes(name), `${name} of ${result.unknown}`)
    }
    assert.deepEqual([result.trade, result.isHoneypot, result.unavailable], [null, null, []])
    assert.deepEqual([result.riskScore, result.recommendation, result.complete], [40, 'CAUTION', false])
    assert.deepEqual([result.tokenSecurity?.canBlacklist, result.tokenSecurity?.isMintable], [null, false])
    assert.ok(result.confidence < 0.8, String(result.confidence))
  })

  test('trading that failed is no clean bill', async () => {
    const { result } = await scanSample({ trade: refuses('engine gone') })
    assert.ok(result.riskScore >= 40)
    assert.ok(result.unknown.includes('isHoneypot'))
    assert.deepEqual(result.unavailable, ['simulation'])
    assert.equal(result.recommendation, 'CAUTION')
  })

  test('what is no token has no trade that could be switched off', async () => {
    const noToken = { bytecode: async () => bytecode({ standard: null }) }
    const { result } = await scanSample(noToken, { simulateTrade: false }, contract(TOKEN, { token: null }))
    assert.deepEqual(
      [result.isHoneypot, result.tokenSecurity, result.contractDetails.symbol],
      [false, null, 'No symbol'],
    )
    assert.ok(!result.unknown.includes('trade') && !result.unknown.includes('ownerSwitches'), result.unknown.join())
    assert.ok(result.complete)
  })

  test('a token that could not be traded at all is unknown too', async () => {
    const { result } = await scanSample({ trade: async () => null })
    assert.ok(result.riskScore >= 40 && result.unknown.includes('isHoneypot'))
    assert.deepEqual([result.unavailable, result.recommendation], [[], 'CAUTION'])
    for (const name of ['ownerSwitches', 'sellTax', 'trade']) assert.ok(result.unknown.includes(name), name)
  })

  test('a known token without a market is named as not traded, and no ground for alarm', async () => {
    const known = contract(TOKEN, { labels: [label('token', 'A receipt')], token: sample.token })
    const { result } = await scanSample({ trade: async () => null }, {}, known)
    assert.equal(result.recommendation, 'SAFE')
    assert.equal(result.isHoneypot, false, 'there is no market to be trapped in')
    for (const name of ['trade', 'buyTax', 'sellTax']) assert.ok(result.unknown.includes(name), name)
  })

  const cut = { runs: 64, max: 64, cut: ['scenarios'] }
  const notProbed = trade({ runs: [], budget: cut })
  const privilegesCut = async () => privilegesOf({ budget: { runs: 400, max: 400, cut: ['capabilities'] } })
  for (const [what, change, unknown] of [
    ['trades', { trade: async () => notProbed }, ['buyTax', 'isHoneypot', 'sellTax', 'trade', 'transferTax']],
    ['trades after a sale', { trade: async () => trade({ budget: cut }) }, ['trade']],
    [
      'privileges',
      { privileges: privilegesCut },
      ['canBlacklist', 'canPause', 'hiddenOwner', 'isMintable', 'ownerSwitches'],
    ],
  ] as const) {
    test(`${what} that the budget cut off are not known to be harmless`, async () => {
      const { result } = await scanSample(change)
      assert.ok(result.riskScore >= 40, String(result.riskScore))
      assert.equal(result.complete, false)
      assert.ok(result.confidence < 0.9, String(result.confidence))
      for (const name of unknown) assert.ok(result.unknown.includes(name), `${name} of ${result.unknown}`)
      if (what === 'trades after a sale') assert.deepEqual(result.unknown, unknown)
      const said = result.warnings.filter(({ id }) => id === 'incomplete-analysis')
      assert.match(said.map(({ description }) => description).join(), /because the budget ended before: \w+/)
      assert.ok(!result.warnings.some(({ id }) => id === 'renounced-ownership') || what !== 'privileges')
    })
    test(`${what} of a well-known token that were cut off are named, and no ground for alarm`, async () => {
      const known = contract(TOKEN, { labels: [label('token', 'USD Coin')], token: sample.token })
      const { result } = await scanSample(change, {}, known)
      assert.deepEqual([result.recommendation, result.complete], ['SAFE', false])
    })
  }

  test('a search for powers over holders that ended before its end is no clear answer', async () => {
    const { result } = await scanSample({ guardedTokenPowers: async () => ({ powers: [], cut: true }) })
    assert.ok(result.riskScore >= 40, String(result.riskScore))
    assert.deepEqual([result.recommendation, result.complete], ['CAUTION', false])
    const said = result.warnings.find(({ id }) => id === 'incomplete-analysis')?.description
    assert.match(said ?? '', /because the budget ended before: conditions of calls/)
  })

  test('findings before the end of the budget count as they are', async () => {
    const budget = { runs: 400, max: 400, cut: ['capabilities'] }
    const privileges = async () => privilegesOf({ switches: [flip('close()')], privileged: [privileged()], budget })
    assert.equal((await scanSample({ privileges })).result.recommendation, 'BLOCK')
  })

  test('a score that is high for want of an answer names the missing answer', async () => {
    const said = async (...[change, input]: Parameters<typeof scanSample>) => {
      const { result } = await scanSample(change, input)
      return result.warnings.filter(({ id }) => id === 'incomplete-analysis').map(({ description }) => description)
    }
    assert.deepEqual(await said({ trade: async () => null }), [
      'The simulation could not trade the token, or not in every way, because no pool was found and none could be made.',
    ])
    assert.match((await said({ trade: refuses('engine gone') })).join(), /because a source failed/)
    assert.match((await said({ bytecode: refuses('gone') })).join(), /code could not be analysed/)
    assert.match((await said({ trade: () => new Promise(() => {}) }, { deadlineMs: 200 })).join(), /time limit/)
    assert.deepEqual(await said({}, { simulateTrade: false }), [
      'The simulated trade was switched off in the request: honeypot behaviour is not known.',
    ])
    assert.equal((await scanSample({}, { simulateTrade: false })).result.complete, false)
  })

  test('a source that this environment does not have is unknown, and no failure', async () => {
    const { watched } = testSources()
    const { privileges: _, ...without } = watched
    const context = { environment: 'test', signal: new AbortController().signal } as const
    const result = await createContractScan(async () => without)(INPUT, context)
    assert.deepEqual(result.unavailable, [])
    for (const name of ['isMintable', 'canPause', 'canBlacklist']) assert.ok(result.unknown.includes(name))
  })

  test('a verification service that gave no answer is named; it is then not known whether the source is published', async () => {
    const said = provenance({ verified: null, asked: [], unavailable: ['Etherscan: over its rate limit'] })
    const { result } = await scanSample({ provenance: async () => said })
    assert.equal(result.contractDetails.verified, null)
    assert.ok(result.unknown.includes('verified'))
    assert.ok(!result.threats.includes('unverified'))
    assert.deepEqual(result.unavailable, ['Etherscan'])
  })

  test('late facts are left out, and known facts are answered', async () => {
    const { result } = await scanSample({ trade: () => new Promise(() => {}) }, { deadlineMs: 200 })
    assert.equal(result.complete, false)
    assert.ok(result.unknown.includes('trade'))
    assert.equal(result.contractDetails.symbol, 'PLAIN')
  })

  test('the caller’s spelling is echoed, and a failed checksum is a finding', async () => {
    const spelled = '0x70CE100000000000000000000000000000000000'
    const spelling = { ...INPUT.spelling, spelled, checksumFailed: true }
    const { result } = await scanSample({}, { spelling })
    assert.equal(result.address, spelled)
    const found = result.warnings.find(({ id }) => id === 'mistyped-address')
    assert.equal(found?.severity, 'info')
    assert.equal(
      result.riskScore,
      (await scanSample()).result.riskScore,
      'a slip of the pen is no fault of the contract',
    )
  })

  test('includeAbi adds the ABI', async () => {
    const { result } = await scanSample({}, { includeAbi: true })
    assert.equal(result.abi?.source, 'recovered')
  })

  test('the verified names reach the analysis, and slow ones are not waited for', async () => {
    const abi = [{ type: 'function', name: 'x' }]
    const seen: unknown[] = []
    await scanSample({
      provenance: async () => provenance({ abi }),
      bytecode: async (_, known) => {
        seen.push(known.abi)
        return bytecode()
      },
    })
    assert.deepEqual(seen, [abi])
  })

  test('creator and proxy admin are the insiders of its trades', async () => {
    let insiders: unknown
    await scanSample({
      proxy: async () => proxy(),
      trade: async (_, known) => {
        insiders = known.insiders
        return trade()
      },
    })
    assert.deepEqual(insiders, [OWNER, CREATOR])
  })

  test('the privileges are gathered on the very trade that was made', async () => {
    const traded = trade()
    let given: unknown
    await scanSample({
      trade: async () => traded,
      privileges: async (_, known) => {
        given = known.trade
        return privilegesOf({})
      },
    })
    assert.equal(given, traded)
  })

  test('who is found to be in charge is named among the holders', async () => {
    const held = distribution({ lpHolders: [{ address: OWNER, share: 90, kind: 'eoa' }] })
    const { result } = await scanSample({
      distribution: async () => held,
      privileges: async () => privilegesOf({ privileged: [privileged()] }),
    })
    assert.equal(result.distribution?.lpHolders?.[0]?.kind, 'owner')
    assert.ok(result.warnings.some(({ id }) => id === 'creator-held-liquidity'))
  })

  test('privileges that could not be gathered are no clean bill', async () => {
    const { result } = await scanSample({ privileges: refuses('engine gone') })
    assert.ok(result.riskScore >= 40)
    assert.equal(result.privilegesBudget, null)
    for (const name of ['canPause', 'isMintable', 'ownerSwitches', 'privileged'])
      assert.ok(result.unknown.includes(name), name)
  })
})

describe('scanContract without the network', () => {
  test('the error of the network is passed on', async () => {
    const gone = new NetworkUnavailable('ethereum', 3)
    const passed = { code: 'UPSTREAM_UNAVAILABLE', retryAfter: 3, message: gone.message }
    await assert.rejects(scanSample({ block: () => Promise.reject(gone) }), passed)
    await assert.rejects(scanSample({ account: () => Promise.reject(gone) }), passed)
  })

  test('an address whose state cannot be read by the deadline is a time-out', async () => {
    await assert.rejects(scanSample({ account: () => new Promise(() => {}) }, { deadlineMs: 200 }), {
      code: 'UPSTREAM_TIMEOUT',
    })
  })

  test('any other failure to read it is a network that does not answer', async () => {
    await assert.rejects(scanSample({ account: refuses('bad answer') }), { code: 'UPSTREAM_UNAVAILABLE' })
  })

  test('liquidity is rounded to what can be said', async () => {
    const { result } = await scanSample({ distribution: async () => distribution({ liquidityUsd: 512.4 }) })
    assert.equal(result.warnings.find(({ id }) => id === 'low-liquidity')?.evidence.liquidityUsd, 512)
  })
})
