import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Trade } from '@redoubt/risk/facts/trade.ts'
import { nodeRpc } from '../../sandbox/nodeRpc.ts'
import { assemble } from '../simulation/testing/assembler.ts'
import { saleProbe } from './sellAsHolders.ts'
import { simulateTrade } from './simulateTrade.ts'
import { openTradeWorld, type TradeWorld } from './testing/tradeWorld.ts'

const http = createOperatorFetch()
const LOGIC: Address = `0x${'1c'.repeat(20)}`
const NEVER = new AbortController().signal
let world: TradeWorld
let rpc: ReturnType<typeof nodeRpc>
before(async () => {
  world = await openTradeWorld(['ethereum'])
  rpc = nodeRpc(world.sandbox.rpcUrls.ethereum, http)
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await http.close()
})

/** Runs the honest code, after `give` at an approval and `pull` at a transferFrom. */
const around = (give: string, pull: string): Hex =>
  assemble(`0 CALLDATALOAD 224 SHR
    DUP1 0x095ea7b3 EQ @give JUMPI
    DUP1 0x23b872dd EQ @pull JUMPI
    :run CALLDATASIZE 0 0 CALLDATACOPY 0 0 CALLDATASIZE 0 ${LOGIC} GAS DELEGATECALL
    RETURNDATASIZE 0 0 RETURNDATACOPY @ok JUMPI RETURNDATASIZE 0 REVERT
    :ok RETURNDATASIZE 0 RETURN
    :give ${give} @run JUMP
    :pull ${pull} @run JUMP
    :fail 0 0 REVERT`)

/** The block, or the time, of its owner's last approval is kept; later transfers by spenders are refused. */
const lapsing = (clock: 'NUMBER' | 'TIMESTAMP', after: number) =>
  around(`${clock} CALLER SSTORE`, `4 CALLDATALOAD SLOAD ${after} ADD ${clock} GT @fail JUMPI`)

/** What a new account sees that trades the sandbox's honest token after its code was replaced. */
async function tradeAs(code: Hex): Promise<{ trade: Trade; sold: boolean }> {
  const { chain, simulator } = await world.trade('ethereum', world.sandbox.world.ethereum.tokens.honest)
  const token = world.sandbox.world.ethereum.tokens.honest
  const honest = await rpc('eth_getCode', [token, 'latest'])
  try {
    await rpc('anvil_setCode', [LOGIC, honest])
    await rpc('anvil_setCode', [token, code])
    await mine()
    const context = await world.trade('ethereum', token)
    const { sales } = await saleProbe({ chain, simulator }, { block: context.block, token }, NEVER)
    return { trade: await simulateTrade(context), sold: sales.at(-1)?.failed === null }
  } finally {
    await rpc('anvil_setCode', [token, honest])
    await mine()
  }
}

async function mine(): Promise<void> {
  const head = (await rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
  await rpc('evm_mine', [Number(head.timestamp) + 12])
}

const TRAPS = {
  'lapse with their block': () => lapsing('NUMBER', 0),
  'lapse with the second in which they were given': () => lapsing('TIMESTAMP', 0),
}
const HONEST = {
  'lapse after 90 days': () => lapsing('TIMESTAMP', 90 * 86_400),
  'lapse after a minute': () => lapsing('TIMESTAMP', 60),
  'never lapse': () => around('', ''),
}

for (const [what, code] of Object.entries(TRAPS))
  test(`allowances that ${what}: who approves in one transaction and sells in the next cannot sell`, async () => {
    const { trade, sold } = await tradeAs(code())
    const steps = Object.fromEntries(trade.runs.map(({ scenario, failed }) => [scenario, failed?.step ?? null]))
    // A bot that does everything in one block sells.
    const { fresh, ...people } = steps
    assert.equal(fresh, null)
    assert.deepEqual([...new Set(Object.values(people))], ['sell'], JSON.stringify(steps))
    assert.equal(sold, false)
  })

for (const [what, code] of Object.entries(HONEST))
  test(`allowances that ${what}: everything is sold`, async () => {
    const { trade, sold } = await tradeAs(code())
    assert.deepEqual(
      trade.runs.flatMap(({ scenario, failed }) => (failed === null ? [] : [scenario])),
      [],
    )
    assert.deepEqual(
      trade.later.filter(({ failed }) => failed !== null),
      [],
    )
    assert.equal(sold, true)
  })

/** Code of EIP-7702 that refuses coins, as wallets without a receive function do. */
const REFUSES = assemble('CALLVALUE @fail JUMPI STOP :fail 0 0 REVERT')
const WALLET: Address = `0x${'1d'.repeat(20)}`
/** The first word of a transferFrom is the seller. */
const withoutCode = () => around('', '4 CALLDATALOAD EXTCODESIZE @fail JUMPI')

const DELEGATED = {
  'an honest token is none that locks them in': { code: () => around('', ''), failed: () => 0 },
  'a token that refuses accounts with code locks them in': { code: withoutCode, failed: (all: number) => all },
}
for (const [what, { code, failed }] of Object.entries(DELEGATED))
  test(`holders whose own code refuses the coins of a sale: ${what}`, async () => {
    const { trade: usual } = await tradeAs(code())
    const holders = usual.runs.flatMap(({ scenario, account }) => (scenario === 'holder' ? [account] : []))
    try {
      await rpc('anvil_setCode', [WALLET, REFUSES])
      for (const holder of holders) await rpc('anvil_setCode', [holder, `0xef0100${WALLET.slice(2)}`])
      const { trade } = await tradeAs(code())
      assert.ok(usual.holders.failed === 0 && trade.holders.sampled >= 3)
      assert.equal(trade.holders.failed, failed(trade.holders.sampled))
    } finally {
      for (const holder of holders) await rpc('anvil_setCode', [holder, '0x'])
    }
  })
