import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { WalletHoldings } from '@redoubt/risk/facts/holdings.ts'
import { weighHoldings } from '@redoubt/risk/wallet/weighHoldings.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { transfer } from '../../sandbox/history/calls.ts'
import { PRICES } from '../../sandbox/profiles.ts'
import { callData, wordAt } from '../decode/callData.ts'
import { usdPrice } from '../market/usdPrice.ts'
import { createSimulator } from '../simulation/createSimulator.ts'
import type { Simulator } from '../simulation/simulator.ts'
import { assemble } from '../simulation/testing/assembler.ts'
import { saleProbe } from '../trade/sellAsHolders.ts'
import { imitationOf } from '../verification/sourceCheck.ts'
import { gatherHoldings } from './gatherHoldings.ts'

const signal = () => AbortSignal.timeout(60_000)
const lower = (address: Address) => address.toLowerCase() as Address

describe('holdings on the sandbox', () => {
  let sandbox: OpenSandbox
  let simulator: Simulator
  before(async () => {
    sandbox = await openSandbox('ethereum')
    simulator = createSimulator({ sources: { ethereum: sandbox.source } as never })
  })
  after(async () => {
    await simulator?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  async function holdingsOf(
    address: Address,
    chain: OpenSandbox['source'] = sandbox.source,
    { describeBy, hangs = false }: { describeBy?: AbortSignal; hangs?: boolean } = {},
  ): Promise<WalletHoldings> {
    const block = await sandbox.source.head(signal())
    const found = await gatherHoldings(
      {
        chain,
        priceOf: (at, asset, within) =>
          hangs ? new Promise(() => undefined) : usdPrice(sandbox.source, { block: at, asset }, within),
        imitates: (token) => imitationOf('ethereum', token)?.symbol ?? null,
        sellable: async (at, token, within) => {
          const { sales } = await saleProbe({ chain: sandbox.source, simulator }, { block: at, token }, within)
          return sales.length === 0 ? null : sales.some(({ failed }) => failed === null)
        },
      },
      { block, address: lower(address), history: null, ...(describeBy && { describeBy }) },
      signal(),
    )
    return weighHoldings(found)
  }
  const readUint = async (to: Address, data: Hex) =>
    wordAt((await sandbox.rpc('eth_call', [{ to, data }, 'latest'])) as Hex) ?? assert.fail('no answer')

  test('the trader: every balance is what the chain says, the total is balance × price', async () => {
    const { actors, tokens, decimals } = sandbox.world
    const held = await holdingsOf(actors.trader)
    assert.equal(held.complete, true)
    assert.equal(held.native.balance, BigInt((await sandbox.rpc('eth_getBalance', [actors.trader, 'latest'])) as Hex))
    for (const name of ['usdc', 'usdt', 'dai', 'wrapped', 'honest'] as const) {
      const token = held.tokens.find((one) => one.token === lower(tokens[name]))
      assert.equal(token?.balance, await readUint(tokens[name], callData('balanceOf', lower(actors.trader))), name)
      assert.equal(token?.decimals, decimals[name])
      assert.equal(token?.spam, null, name)
      assert.ok((token?.valueUsd ?? 0) > 0, name)
    }
    const units = (balance: bigint, places: number) => Number(balance) / 10 ** places
    const expected = held.tokens
      .filter(({ spam }) => spam === null)
      .reduce((sum, one) => sum + units(one.balance, one.decimals ?? 0) * (one.priceUsd ?? 0), 0)
    const total = expected + units(held.native.balance, 18) * PRICES.eth
    assert.ok(Math.abs((held.totalUsd ?? 0) - total) < 0.01, `${held.totalUsd} ${total}`)
    assert.match(held.tokens.find(({ symbol }) => symbol === 'MEAD')?.priceSource ?? '', /pool/)
  })

  test('the trader’s items: items given away are gone, editions are counted', async () => {
    const { actors, nfts } = sandbox.world
    const items = (await holdingsOf(actors.trader)).nfts.map(({ contract, name, standard, count, tokenIds, spam }) => ({
      contract,
      name,
      standard,
      count,
      tokenIds,
      spam,
    }))
    const pictures = { contract: lower(nfts.collectible), name: 'Quiet Harbours', standard: 'erc721', spam: null }
    assert.deepEqual(
      items.find(({ contract }) => contract === pictures.contract),
      { ...pictures, count: 4n, tokenIds: [1n, 2n, 3n, 4n] },
    )
    const tools = items.find(({ contract }) => contract === lower(nfts.items))
    assert.deepEqual([tools?.standard, tools?.count, tools?.tokenIds], ['erc1155', 20n, [7n]])
  })

  test('an honeypot that was bought cannot be sold, and counts for nothing', async () => {
    const { actors, traps } = sandbox.world
    const goose = (await holdingsOf(actors.buyerOne)).tokens.find(({ token }) => token === lower(traps.honeypot))
    assert.match(goose?.spam ?? '', /could not sell/)
  })

  test('a counterfeit that is held is spam', async () => {
    const { actors, traps } = sandbox.world
    const poisoner = actors.poisoner
    const counterfeit = (await holdingsOf(poisoner)).tokens.find(({ token }) => token === lower(traps.counterfeit))
    assert.match(counterfeit?.spam ?? '', /looks like USDC/)
  })

  test('tokens sent to many strangers are spam; a present from a deep market is none', async () => {
    const { actors, tokens } = sandbox.world
    const rain = lower(`0x${'5a'.repeat(20)}`)
    // balanceOf, totalSupply and decimals answer 10^24; every call logs transfers to fifteen strangers.
    const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    const strangers = [lower(actors.fresh), ...Array.from({ length: 14 }, (_, at) => `0x${String(at + 10).repeat(20)}`)]
    const logs = strangers.map((to) => `${to} 0 ${topic} 0x20 0 LOG3`).join(' ')
    const answer = `${10n ** 24n} 0 MSTORE`
    await sandbox.rpc('anvil_setCode', [
      rain,
      assemble(`${answer} CALLDATASIZE 8 LT @read JUMPI ${logs} STOP :read 0x20 0 RETURN`),
    ])
    await sandbox.send({ from: actors.drainerCashOut, to: rain, data: '0x12345678' })
    const present = transfer(actors.fresh, 100n * 10n ** 18n)
    await sandbox.send({ from: actors.projectTeam, to: tokens.honest, data: present })
    const { tokens: held } = await holdingsOf(actors.fresh)
    assert.match(held.find(({ token }) => token === rain)?.spam ?? '', /15 accounts|no market/)
    const meadow = held.find(({ token }) => token === lower(tokens.honest))
    assert.equal(meadow?.spam, null)
    assert.ok((meadow?.valueUsd ?? 0) > 1)
  })

  test('prices that come too late cost the prices, and no balance; nothing is spam for it', async () => {
    const { actors, tokens, nfts } = sandbox.world
    const whole = await holdingsOf(actors.trader)
    const ended = [AbortSignal.abort(), AbortSignal.timeout(1_500)]
    for (const [at, describeBy] of ended.entries()) {
      const held = await holdingsOf(actors.trader, sandbox.source, { describeBy, hangs: at > 0 })
      assert.equal(held.complete, false)
      assert.deepEqual(held.cut, ['prices: not all were known in time'])
      const amounts = ({ tokens: of }: WalletHoldings) => new Map(of.map(({ token, balance }) => [token, balance]))
      assert.deepEqual(amounts(held), amounts(whole))
      const usdc = held.tokens.find(({ token }) => token === lower(tokens.usdc))
      assert.deepEqual([usdc?.valueUsd, usdc?.spam, held.native.priceUsd], [null, null, null])
      assert.equal(held.native.balance, whole.native.balance)
      assert.ok(held.nfts.some(({ contract, spam }) => contract === lower(nfts.collectible) && spam === null))
    }
  })

  test('without logs the famous tokens are found, and that others may be missing is said', async () => {
    const { actors, tokens } = sandbox.world
    const blind = {
      ...sandbox.source,
      logPages: () => {
        throw new Error('no logs here')
      },
    }
    const held = await holdingsOf(actors.trader, blind)
    assert.equal(held.complete, false)
    assert.deepEqual(held.cut, ['logs: could not be read'])
    assert.ok(held.tokens.some(({ token, valueUsd }) => token === lower(tokens.usdc) && (valueUsd ?? 0) > 0))
    assert.deepEqual(held.nfts, [])
  })

  test('logs that end on the way back: what they showed counts, and how far they went is said', async () => {
    const { actors, nfts } = sandbox.world
    const head = await sandbox.source.head(signal())
    const from = head.number - 60n
    const short: OpenSandbox['source'] = {
      ...sandbox.source,
      async *logPages(filter, options) {
        for await (const page of sandbox.source.logPages({ ...filter, fromBlock: from }, options)) yield page
        throw new Error('the node keeps no older logs')
      },
    }
    const held = await holdingsOf(actors.trader, short)
    assert.equal(held.complete, false)
    assert.deepEqual(held.cut, [`logs: only those since block ${from} were read`])
    // The NFTs arrived half a year ago.
    assert.equal(
      held.nfts.find(({ contract }) => contract === lower(nfts.collectible)),
      undefined,
    )
  })

  test('an address that never held anything has nothing, for certain', async () => {
    const held = await holdingsOf(`0x${'de'.repeat(20)}`)
    assert.deepEqual([held.totalUsd, held.tokens, held.nfts, held.complete], [0, [], [], true])
  })

  test('a collection cannot make up what it does not give', async () => {
    const { actors } = sandbox.world
    const collection = lower(`0x${'5b'.repeat(20)}`)
    const abi = parseAbi(['function go()'])
    const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    // Logs that picture 7 went to the victim (0xa4 is LOG4); every read answers 9, which is no real owner's address.
    const forged = `7 ${lower(actors.victimOne)} 0 ${topic} 0 0`
    const code = `${assemble(`9 0 MSTORE CALLDATASIZE 4 EQ @go JUMPI 0x20 0 RETURN :go ${forged}`)}a400`
    await sandbox.rpc('anvil_setCode', [collection, code])
    await sandbox.send({ from: actors.spender, to: collection, data: encodeFunctionData({ abi, functionName: 'go' }) })
    const { nfts } = await holdingsOf(actors.victimOne)
    assert.equal(
      nfts.find(({ contract }) => contract === collection),
      undefined,
    )
  })
})
