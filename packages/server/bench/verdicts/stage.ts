import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, getAddress, numberToHex, parseAbi, parseEther } from 'viem/utils'
import { nodeRpc } from '../../src/sandbox/nodeRpc.ts'
import { PRICES } from '../../src/sandbox/profiles.ts'
import type { Sandbox } from '../../src/sandbox/startSandbox.ts'
import { callDataOf, initCodeOf } from './contracts.ts'
import { account, dai, dollars, erc20 } from './values.ts'

export type Stage = Awaited<ReturnType<typeof openStage>>

const GAS = numberToHex(8_000_000)
/** A month: 200 blocks. */
const AGE_BLOCKS = 200
const AGE_STEP_SECONDS = 12_960
const BLOCKS_AT_ONCE = 20
const FEED_ABI = parseAbi(['function setAnswer(int256 answer)'])
const PRICE_UNIT = 1e8

/** The sandbox's Ethereum, on which cases deploy contracts under keys of their own. Every transaction has its own block. */
export async function openStage(sandbox: Sandbox) {
  const http = createOperatorFetch()
  const rpc = nodeRpc(sandbox.rpcUrls.ethereum, http)
  const world = sandbox.world.ethereum
  const { tokens, actors } = world
  const trader = actors.trader
  const users: readonly [Address, Address, Address, Address] = [
    account('user one'),
    account('user two'),
    account('user three'),
    account('user four'),
  ]
  const addresses = new Map<string, Address>()
  const head = (await rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
  const startTime = Number(head.timestamp)

  const send = async (from: Address, to: Address | null, data: Hex = '0x', value = 0n) => {
    const transaction = { from, ...(to && { to }), data, value: numberToHex(value), gas: GAS }
    const hash = await rpc('eth_sendTransaction', [transaction])
    await rpc('evm_mine', [])
    const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex; contractAddress: Address }
    if (receipt.status !== '0x1') throw new Error(`reverted: ${from} to ${to}, ${data.slice(0, 10)}`)
    return receipt
  }
  const readData = async (to: Address, data: Hex) => (await rpc('eth_call', [{ to, data }, 'latest'])) as Hex
  const coins = async (owner: Address) => BigInt((await rpc('eth_getBalance', [owner, 'latest'])) as Hex)
  const at = (key: string): Address => {
    const address = addresses.get(key)
    if (address === undefined) throw new Error(`nothing is deployed as ${key}`)
    return address
  }
  const name = (key: string, address: Hex): Address => {
    const checked = getAddress(address)
    addresses.set(key, checked)
    return checked
  }
  const fund = async (to: Address, ether: string, amount = 0) => {
    await send(actors.exchange, to, '0x', parseEther(ether))
    if (amount === 0) return
    await send(actors.exchange, tokens.usdc, erc20('transfer', [to, dollars(amount)]))
    await send(actors.exchange, tokens.dai, erc20('transfer', [to, dai(amount)]))
  }
  const developer = async (key: string): Promise<Address> => {
    const own = account(`dev ${key}`)
    if ((await coins(own)) === 0n) await fund(own, '3')
    return own
  }
  const refreshPrices = async () => {
    for (const [feed, address] of Object.entries(world.priceFeeds)) {
      const answer = BigInt(Math.round(PRICES[feed as keyof typeof PRICES] * PRICE_UNIT))
      const data = encodeFunctionData({ abi: FEED_ABI, functionName: 'setAnswer', args: [answer] })
      await send(actors.issuer, address, data)
    }
  }
  await fund(trader, '80', 20_000)
  for (const user of users) await fund(user, '60', 120_000)
  return {
    world,
    tokens,
    trader,
    users,
    startTime,
    /** Unix seconds near which scans happen. */
    scanTime: startTime + AGE_BLOCKS * AGE_STEP_SECONDS,
    send,
    readData,
    coins,
    fund,
    /** The key that deploys `key`, paid by the exchange. */
    developer,
    /** Address deployed or named as `key`. */
    at,
    has: (key: string) => addresses.has(key),
    name,
    encode: (contract: string, functionName: string, args: readonly unknown[] = []) =>
      callDataOf(contract, functionName, args),
    deploy: async (
      key: string,
      contract: string,
      args: readonly unknown[] = [],
      { from, value = 0n }: { from?: Address; value?: bigint } = {},
    ) => {
      const receipt = await send(from ?? (await developer(key)), null, initCodeOf(contract, args), value)
      return name(key, receipt.contractAddress)
    },
    call: (
      from: Address,
      key: string,
      contract: string,
      functionName: string,
      args: readonly unknown[] = [],
      value = 0n,
    ) => send(from, at(key), callDataOf(contract, functionName, args), value),
    read: (key: string, contract: string, functionName: string, args: readonly unknown[] = []) =>
      readData(at(key), callDataOf(contract, functionName, args)),
    approve: (owner: Address, token: Address, spender: Address, amount: bigint) =>
      send(owner, token, erc20('approve', [spender, amount])),
    balanceOf: async (token: Address, owner: Address) => BigInt(await readData(token, erc20('balanceOf', [owner]))),
    nonce: async (owner: Address) => Number(await rpc('eth_getTransactionCount', [owner, 'latest'])),
    /** Lets a month pass; price feeds answer anew. */
    async age() {
      for (let mined = 0; mined < AGE_BLOCKS; mined += BLOCKS_AT_ONCE)
        await rpc('anvil_mine', [numberToHex(BLOCKS_AT_ONCE), numberToHex(AGE_STEP_SECONDS)])
      await refreshPrices()
    },
    async now() {
      const { timestamp } = (await rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
      return Number(timestamp)
    },
    mine: (blocks: number) => rpc('anvil_mine', [numberToHex(blocks), numberToHex(12)]),
    close: () => http.close(),
  }
}
