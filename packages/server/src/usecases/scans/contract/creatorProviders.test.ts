import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { gatherFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import { ageDays, CREATOR, TOKEN } from '@redoubt/risk/testing/sampleContract.ts'
import { account, contract, label } from '@redoubt/risk/testing/sampleFacts.ts'
import { scammer, walletHistory } from '@redoubt/risk/testing/sampleWallet.ts'
import { createdAddresses } from '@redoubt/risk/wallet/pullsOf.ts'
import type { ContractSources } from './contractSources.ts'
import { creatorProviders } from './creatorProviders.ts'
import { sample, scanSample } from './testContractScan.ts'

const funder = scammer()
const FUNDING = { from: funder.address, hash: null, blockNumber: 1n, value: 5n * 10n ** 17n }
const history: NonNullable<ContractSources['history']> = async () => walletHistory({ funding: FUNDING })

/** Gathers both facts; `asked`: the accounts whose history was asked for. */
async function gather(
  facts: Partial<Pick<Facts, 'subject' | 'creator' | 'provenance'>> = {},
  sources: Partial<ContractSources> = {},
  accounts: readonly Account[] = [funder],
) {
  const asked: Address[] = []
  const known = { ...sample, provenance: ageDays(3), ...facts }
  const past = sources.history ?? history
  const gathered = await gatherFacts({
    providers: {
      block: () => known.block,
      subject: () => known.subject,
      creator: () => known.creator,
      provenance: () => known.provenance,
      ...creatorProviders(TOKEN, {
        account: async (_, of) => accounts.find(({ address }) => address === of) ?? account(of),
        coinPrice: async () => 2_000,
        said: sources.said ?? (async () => ({ labels: [], sanctioned: false })),
        history: (block, of, signal) => {
          asked.push(of.address)
          return past(block, of, signal)
        },
      }),
    },
    needed: ['creatorFunding', 'flaggedDeployments'],
    signal: new AbortController().signal,
  })
  return { ...gathered, asked }
}

describe('funding of the deployer', () => {
  test('is its first coins and the account that they came from', async () => {
    const { facts, asked } = await gather()
    assert.deepEqual(asked, [CREATOR])
    assert.equal(facts.creatorFunding?.address, funder.address)
    assert.equal(facts.creatorFunding?.account, funder)
    assert.equal(facts.creatorFunding?.value, FUNDING.value)
    assert.equal(facts.creatorFunding?.usd, 1_000)
  })
  test('is not asked of an old contract, a named one, or an unknown creator', async () => {
    const named = contract(TOKEN, { labels: [label('token', 'Known Token')] })
    for (const facts of [
      { provenance: ageDays(91) },
      { provenance: { ...ageDays(3), createdAt: null } },
      { provenance: { ...ageDays(3), creator: null } },
      { subject: named },
    ]) {
      const { facts: found, incomplete, asked } = await gather(facts)
      assert.deepEqual([found.creatorFunding, incomplete.creatorFunding, asked], [null, undefined, []])
    }
  })
  test('a factory was paid by its users: who paid it first says nothing', async () => {
    assert.equal((await gather({ creator: contract(CREATOR) })).facts.creatorFunding, null)
  })
  test('an account that was never funded is known to be', async () => {
    const { facts, incomplete } = await gather({}, { history: async () => walletHistory({ funding: null }) })
    assert.deepEqual([facts.creatorFunding, incomplete.creatorFunding], [null, undefined])
  })
  test('what no source tells, or not in time, is said and cuts nothing short', async () => {
    const { complete } = walletHistory()
    const partial = async () =>
      walletHistory({ funding: null, complete: { ...complete, funding: false }, cut: ['logs: too many'] })
    const failing = () => Promise.reject(new Error('HTTP 500'))
    for (const [source, message] of [
      [partial, 'logs: too many'],
      [failing, 'who funded the deployer could not be read'],
      [() => new Promise<never>(() => {}), 'not known within 2500 ms'],
    ] as const) {
      const found = await gather({}, { history: source })
      assert.equal(found.incomplete.creatorFunding?.message, message)
      assert.equal(found.complete, true)
    }
  })
  test('unknown funding neither raises the score nor is passed over', async () => {
    const provenance = async () => ageDays(3)
    const [known, unknown] = await Promise.all([
      scanSample({ provenance }),
      scanSample({ provenance, history: () => Promise.reject(new Error('HTTP 500')) }),
    ])
    assert.equal(unknown.result.riskScore, known.result.riskScore)
    assert.equal(unknown.result.complete, true)
    assert.ok(unknown.result.unknown.includes('creatorFunding'))
    assert.ok(!known.result.unknown.includes('creatorFunding'))
  })
})

describe('other contracts of the deployer', () => {
  const deployer = (nonce: bigint) => ({ creator: account(CREATOR, { nonce }) })
  const drainer = createdAddresses(CREATOR, 6)[4]?.address as Address
  const late = createdAddresses(CREATOR, 900).at(-1)?.address as Address
  const said = async (address: Address) => ({
    labels: address === drainer || address === late ? [label('scammer')] : [],
    sanctioned: false,
  })
  const code = [contract(drainer), contract(late)]
  const found = async (...asked: Parameters<typeof gather>) =>
    (await gather(...asked)).facts.flaggedDeployments?.map(({ address, nonce }) => [address, nonce])

  test('are those at the addresses of its nonces that a list accuses', async () => {
    assert.deepEqual(await found(deployer(6n), { said }, code), [[drainer, 4]])
    assert.deepEqual(await found(deployer(4n), { said }, code), [])
  })
  test('an accused address without code is none', async () => {
    assert.deepEqual(await found(deployer(6n), { said }, []), [])
  })
  test('the newest of many are looked at, and that others were not is said', async () => {
    const { facts, incomplete, complete } = await gather(deployer(900n), { said }, code)
    assert.deepEqual(
      facts.flaggedDeployments?.map(({ nonce }) => nonce),
      [4, 899],
    )
    assert.match(incomplete.flaggedDeployments?.message ?? '', /900 transactions 256 were looked at/)
    assert.equal(complete, true)
  })
  test('a factory’s are not its users’', async () => {
    assert.deepEqual(await found({ creator: contract(CREATOR, { nonce: 6n }) }, { said }, code), [])
  })
})
