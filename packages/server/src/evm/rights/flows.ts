import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Log } from '@redoubt/risk/facts/execution.ts'
import type { Right } from '@redoubt/risk/facts/right.ts'
import { transfersOf } from '../decode/emittedLogs.ts'
import { NATIVE } from '../simulation/flatRun.ts'

export type Flow = Pick<Right, 'asset' | 'assetType' | 'tokenId'> & { change: bigint }

/** Transfer(address,address,address,uint256,uint256) of ERC-6909, whose balances are read as those of ERC-1155. */
const MOVED_6909 = '0x1b3d7edb2e9c0b0e7c525b20aaaef0f5940d2ed71663c7d39266ecafac728859'

/** Net changes of one account's holdings, by the logs of a call, coins included. A log may be forged: balances confirm it. */
export function flowsOf(logs: readonly Log[], account: Address): Flow[] {
  const flows = new Map<string, Flow>()
  const add = (flow: Flow) => {
    const key = `${flow.asset} ${flow.tokenId}`
    flows.set(key, { ...flow, change: flow.change + (flows.get(key)?.change ?? 0n) })
  }
  for (const { address, topics, data } of logs) {
    if (address !== NATIVE) continue
    const change = (isAccount(topics[2], account) ? 1n : 0n) - (isAccount(topics[1], account) ? 1n : 0n)
    if (change !== 0n) add({ asset: null, assetType: 'native', tokenId: null, change: change * BigInt(data) })
  }
  for (const { address, topics, data } of logs) {
    if (topics[0] !== MOVED_6909 || topics.length !== 4 || data.length !== 130) continue
    const change = (isAccount(topics[2], account) ? 1n : 0n) - (isAccount(topics[1], account) ? 1n : 0n)
    const moved = { asset: address, assetType: 'erc1155' as const, tokenId: BigInt(topics[3] ?? '0x0') }
    if (change !== 0n) add({ ...moved, change: change * BigInt(`0x${data.slice(66)}`) })
  }
  const tokens = logs.filter(({ address }) => address !== NATIVE).map((log) => ({ ...log, selector: '0x' as const }))
  for (const { token, standard, from, to, tokenId, amount } of transfersOf(tokens)) {
    const change = (to === account ? amount : 0n) - (from === account ? amount : 0n)
    if (change !== 0n) add({ asset: token, assetType: standard, tokenId, change })
  }
  return [...flows.values()].filter(({ change }) => change !== 0n)
}

function isAccount(topic: Hex | undefined, account: Address): boolean {
  return topic !== undefined && topic.slice(-40) === account.slice(2)
}
