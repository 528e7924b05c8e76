import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { getAddress } from 'viem/utils'
import { ACTORS } from '../../sandbox/actors.ts'
import { SANDBOX_CHAINS } from '../../sandbox/canonical.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { sharedService } from '../../testing/sharedService.ts'
import type { WalletScanResult } from '../../usecases/scans/wallet/scanWallet.ts'
import type { VerifyResult } from '../../usecases/scans/wallet/verifyAddress.ts'

const service = await sharedService()

const NEVER = '0x9b1c5a0d3f2e4b6a7c8d9e0f1a2b3c4d5e6f7a8b'
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

async function get<Data>(path: string): Promise<Data> {
  const { status, json } = await service.ask(`/v1/${path}`)
  assert.equal(status, 200, JSON.stringify(json.error))
  return json.data
}
const ids = (findings: readonly { id: string }[]) => findings.map(({ id }) => id)

for (const chain of SANDBOX_CHAINS) {
  const world = sandboxWorld(chain)
  const scan = (address: string, query = '') =>
    get<WalletScanResult>(`scan/wallet/${address}?chain=${chain}&deadlineMs=25000${query}`)
  const verify = (address: string, query = '') =>
    get<VerifyResult>(`wallet/verify/${address}?chain=${chain}&deadlineMs=25000${query}`)

  describe(`wallets of the sandbox’s ${chain}, whose past is known`, () => {
    test('the trader: every member of the contract', async () => {
      const { trader, friend, exchange } = world.actors
      const result = await scan(trader, '&includeTransactions=true&includeApprovals=true')
      assert.deepEqual([result.address, result.chain], [trader, chain])
      assert.match(result.riskLevel, /^(safe|low)$/)
      // The first withdrawal from the exchange came 390 days before the head.
      assert.equal(result.profile.age, 390)
      assert.match(result.profile.firstSeen ?? '', ISO)
      assert.match(result.profile.lastSeen ?? '', ISO)
      assert.ok((result.profile.transactionCount ?? 0) > 20)
      assert.deepEqual(result.associations.fundingSources, [getAddress(exchange)])
      assert.deepEqual(result.associations.flaggedAddresses, [])
      assert.ok(result.associations.knownEntities.some((name) => name.includes('Router')))
      assert.deepEqual(ids(result.riskFactors), ['address-poisoning-in-history'])
      assert.deepEqual(
        Object.values(result.subScores).map(({ weight, known }) => [weight, known]),
        [15, 20, 25, 25, 15].map((weight) => [weight, true]),
      )
      assert.deepEqual([result.accountType, result.walletContract], ['eoa', null])
      assert.deepEqual(
        [result.complete, result.unknown, result.unavailable, result.confidence],
        [true, ['counterparties.riskLevel'], [], 1],
      )
      assert.match(result.blockNumber ?? '', /^\d+$/)

      const paid = result.counterparties.find(({ address }) => address === getAddress(friend))
      assert.deepEqual([paid?.relation, paid?.direction], ['sent_to', 'both'])
      const { transactions, approvals } = result
      assert.equal(transactions?.count, result.profile.transactionCount)
      assert.equal(transactions?.recent.length, 20)
      // 40,000 withdrawn: the only USDC that came, but for what swaps and dust brought.
      const dollars = transactions?.in.find(({ token }) => token === getAddress(world.tokens.usdc))
      assert.ok(Number(dollars?.amount) > 40_000 && Number(dollars?.amount) < 44_000, JSON.stringify(dollars))
      assert.ok((approvals?.entries.length ?? 0) > 0)
      assert.equal(approvals?.summary.total, approvals?.entries.length)
    })

    test('sections are there only when they are asked for', async () => {
      const result = await scan(world.actors.trader)
      assert.ok(!('transactions' in result) && !('approvals' in result))
    })

    test('honest people and services are safe or low', async () => {
      const { friend, fresh, exchange, deposit, venue, marketMaker, artist, robbed } = world.actors
      for (const who of [friend, fresh, exchange, deposit, venue, marketMaker, artist, robbed, world.safe.account]) {
        const { riskLevel, riskFactors } = await scan(who)
        assert.match(riskLevel, /^(safe|low)$/, `${who}: ${JSON.stringify(riskFactors)}`)
      }
    })

    test('the fresh wallet is new, and its money is from the exchange', async () => {
      const { profile, riskFactors, subScores, riskScore, weightedScore } = await scan(world.actors.fresh)
      assert.deepEqual([profile.age, profile.transactionCount], [0, 0])
      assert.deepEqual(ids(riskFactors), ['thin-wallet-record', 'new-wallet'])
      assert.deepEqual(
        [riskFactors.reduce((sum, { impact }) => sum + impact, 0), riskFactors[0]?.severity, riskScore],
        [weightedScore, 'low', weightedScore],
      )
      assert.equal(subScores.funding.score, 0)
    })

    test('a Safe: its keys, its threshold, its past', async () => {
      const { labels, accountType, walletContract, riskFactors, fundingChain } = await scan(world.safe.account)
      assert.deepEqual([labels, accountType], [['multisig'], 'contract'])
      assert.ok(walletContract?.type === 'safe')
      assert.deepEqual(
        [walletContract.owners, walletContract.threshold],
        [[getAddress(world.actors.trader), getAddress(world.actors.friend)], 1],
      )
      assert.ok(ids(riskFactors).includes('single-key-safe'))
      // The trader paid for it, and the exchange for the trader: there the trace ends.
      assert.deepEqual(
        fundingChain.map(({ hop, address }) => [hop, address]),
        [
          [1, getAddress(world.actors.trader)],
          [2, getAddress(world.actors.exchange)],
        ],
      )
    })

    test('a thief who went to the mixer', async () => {
      const { riskLevel, labels, riskFactors, associations, exposures } = await scan(world.actors.hacker)
      assert.deepEqual([riskLevel, labels], ['critical', ['hacker']])
      assert.ok(ids(riskFactors).includes('flagged-wallet') && ids(riskFactors).includes('mixer-exposure'))
      assert.deepEqual(associations.flaggedAddresses, [getAddress(world.listed.mixer)])
      const [mixed] = exposures
      assert.deepEqual([mixed?.kind, mixed?.direction, mixed?.hops, mixed?.share], ['mixer', 'out', 1, 1])
    })

    test('sanctioned by the oracle, sanctioned by a list, and paid by one of them', async () => {
      const { sanctioned, designated, drainerCashOut, drainerOperator } = world.actors
      for (const who of [sanctioned, designated]) {
        const { riskLevel, riskFactors } = await scan(who)
        assert.equal(riskLevel, 'critical')
        assert.ok(ids(riskFactors).includes('sanctioned-wallet'))
      }
      const direct = await scan(drainerCashOut)
      assert.ok(['high', 'critical'].includes(direct.riskLevel))
      assert.ok(ids(direct.riskFactors).includes('funded-by-flagged-source'))
      assert.ok(direct.associations.flaggedAddresses.includes(getAddress(sanctioned)))
      const second = await scan(drainerOperator)
      assert.deepEqual(second.associations.fundingSources, [getAddress(drainerCashOut), getAddress(sanctioned)])
      assert.ok(second.exposures.some(({ hops, through }) => hops === 2 && through === getAddress(drainerCashOut)))
      assert.notEqual(second.riskLevel, 'safe')
    })

    test('the deployer of a reported drainer', async () => {
      const { riskLevel, labels, riskFactors, associations } = await scan(world.actors.reportedOperator)
      assert.deepEqual([riskLevel, labels], ['critical', ['scammer']])
      for (const id of ['flagged-wallet', 'deployer-of-flagged-contracts', 'funded-by-flagged-source'])
        assert.ok(ids(riskFactors).includes(id), id)
      assert.ok(associations.flaggedAddresses.includes(getAddress(world.listed.drainer)))
    })

    test('approvals to strangers put their owner at risk', async () => {
      const { riskFactors } = await scan(world.actors.careless)
      assert.ok(ids(riskFactors).includes('risky-approvals'))
    })

    test('a delegated account is still a person’s', async () => {
      const { accountType, walletContract, riskScore, riskFactors } = await scan(world.actors.delegated)
      const delegated = riskFactors.find(({ id }) => id === 'delegation-to-unknown-code')
      assert.equal(delegated?.severity, 'low', delegated?.description)
      assert.ok(riskScore < 40, `${riskScore}: ${ids(riskFactors)}`)
      assert.equal(accountType, 'delegated-eoa')
      assert.deepEqual(walletContract?.type, 'delegated')
      const { checks } = await verify(world.actors.delegated)
      assert.deepEqual([checks.isEOA, checks.isContract, checks.hasCode], [true, false, true])
    })

    test('a contract, the zero address, a precompile, an unused address: each a clear answer', async () => {
      const contract = await scan(world.permit2)
      assert.deepEqual([contract.accountType, contract.walletContract?.type], ['contract', 'contract'])
      assert.ok(ids(contract.riskFactors).includes('contract-address-as-wallet'))
      assert.match(contract.riskLevel, /^(safe|low)$/)
      for (const who of [`0x${'0'.repeat(40)}`, `0x${'0'.repeat(39)}2`]) {
        const { riskFactors, riskLevel } = await scan(who)
        assert.ok(ids(riskFactors).includes('burn-address-or-precompile'), who)
        assert.equal(riskLevel, 'medium')
      }
      const unusedAccount = await scan(NEVER)
      assert.ok(ids(unusedAccount.riskFactors).includes('unused-wallet'))
      assert.ok(!['safe', 'high', 'critical'].includes(unusedAccount.riskLevel))
    })

    test('the poisoner is found out, by the victim’s history and by its own', async () => {
      const { poisoner, friend, trader } = world.actors
      for (const query of [`&for=${trader}`, '']) {
        const { checks, verified, warnings, similar } = await verify(poisoner, query)
        assert.deepEqual([checks.isPoisoned, checks.isSimilar, verified], [true, getAddress(friend), false])
        assert.equal(warnings.find(({ id }) => id === 'lookalike-wallet')?.severity, 'critical')
        assert.deepEqual([...new Set(similar[0]?.baits.map(({ kind }) => kind))].sort(), [
          'counterfeit',
          'dust',
          'zero-value',
        ])
      }
    })

    test('the friend, who is imitated by the poisoner, is verified', async () => {
      for (const query of [`&for=${world.actors.trader}`, '']) {
        const { checks, verified, riskScore, labels } = await verify(world.actors.friend, query)
        assert.deepEqual([checks.isPoisoned, checks.isSimilar, verified, labels], [false, null, true, []])
        assert.deepEqual(checks.fundingSource, [getAddress(world.actors.exchange)])
        const trader = checks.associations.find(({ address }) => address === getAddress(world.actors.trader))
        assert.equal(trader?.direction, 'both')
        assert.ok([null, 'safe', 'low'].includes(trader.riskLevel), String(trader.riskLevel))
        assert.ok(riskScore < 40)
      }
    })

    test('an address never seen: like a known one, like one the owner pays, or like no other', async () => {
      const router = await verify(
        `${world.dex.v2Router.slice(0, 8)}${'0'.repeat(28)}${world.dex.v2Router.slice(-6)}`.toLowerCase(),
      )
      assert.equal(router.checks.isSimilar, getAddress(world.dex.v2Router))
      assert.deepEqual([router.checks.isPoisoned, router.verified], [false, false])
      const { friend, trader } = world.actors
      const planned = `${friend.slice(0, 8)}${'1'.repeat(28)}${friend.slice(-6)}`.toLowerCase()
      assert.equal((await verify(planned, `&for=${trader}`)).checks.isSimilar, getAddress(friend))
      assert.equal((await verify(planned)).checks.isSimilar, null)
      const { verified, checks, similar } = await verify(NEVER, `&for=${trader}`)
      assert.deepEqual([verified, checks.isSimilar, similar, checks.fundingSource], [false, null, [], []])
    })

    test('a failed checksum is a finding and not an error', async () => {
      const { trader } = world.actors
      const wrong = `0x${trader.slice(2, 4) === 'a2' ? 'A2' : 'a2'}${trader.slice(4)}`
      const { warnings, verified, address } = await verify(wrong)
      assert.equal(address, wrong)
      assert.ok(ids(warnings).includes('wallet-checksum-mismatch'))
      assert.equal(verified, false)
    })

    test('scan and verification agree, and the same question gets the same answer', async () => {
      const who = ACTORS.collector.address
      const [one, other, verified] = [await scan(who), await scan(who), await verify(who)]
      assert.deepEqual(one, other)
      assert.equal(one.riskScore, verified.riskScore)
    })
  })
}
