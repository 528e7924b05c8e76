import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { CallFrame } from '@redoubt/risk/execution.ts'
import type { ApprovalChange, BalanceChange } from '@redoubt/risk/facts/changes.ts'
import type { RiskLevel } from '@redoubt/risk/riskLevel.ts'
import type { Effects, GrantedApproval, PolicyCall } from '../../domain/policy/effects.ts'
import type { ScannedExecution } from '../scans/transaction/scanExecution.ts'

const MAX_FRAMES = 20_000

/** Words of the arguments, counted from 0, that name the accounts of a standard token function. */
const PARTIES: Readonly<Record<string, readonly number[]>> = {
  '0xa9059cbb': [0], // transfer(address,uint256)
  '0x23b872dd': [1], // transferFrom(address,address,uint256)
  '0x095ea7b3': [0], // approve(address,uint256)
  '0x39509351': [0], // increaseAllowance(address,uint256)
  '0xa22cb465': [0], // setApprovalForAll(address,bool)
  '0x42842e0e': [1], // safeTransferFrom(address,address,uint256)
  '0xb88d4fde': [1], // safeTransferFrom(address,address,uint256,bytes)
  '0xf242432a': [1], // safeTransferFrom(address,address,uint256,uint256,bytes)
  '0x2eb2c2d6': [1], // safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)
}

/**
 * What one execution lets go of one wallet, whoever sends it. Complete only where the execution succeeded and all of it was seen: a
 * revert now may be a loss in the block that takes it.
 * @param options.delegates whether the wallet's account gets new code (EIP-7702).
 */
export function effectsOf(
  { simulation, balanceChanges, approvalChanges }: ScannedExecution,
  {
    chain,
    wallet,
    riskLevel,
    complete,
    delegates,
  }: { chain: Chain; wallet: Address; riskLevel: RiskLevel; complete: boolean; delegates: boolean },
): Effects {
  const lost = (balanceChanges ?? []).filter(({ account, change }) => account === wallet && change < 0n)
  const assets = new Set(lost.map(assetOf))
  const gained = (balanceChanges ?? []).filter((row) => row.account !== wallet && row.change > 0n)
  const isSeen =
    simulation?.success === true && !simulation.truncated && balanceChanges !== null && approvalChanges !== null
  return {
    chain,
    method: 'eth_sendRawTransaction',
    messages: delegates ? ['delegation'] : [],
    outflows: lost.map(({ address, tokenId, change, changeUsd }) => ({
      asset: address,
      tokenId,
      amount: -change,
      usd: changeUsd === null ? null : -changeUsd,
      spender: null,
    })),
    approvals: (approvalChanges ?? [])
      .filter((row) => row.owner === wallet && row.after > (row.before ?? 0n))
      .map((row) => grantOf(row, balanceChanges ?? [])),
    calls: callsOf(simulation?.trace ?? null, wallet),
    recipients: [...new Set(gained.filter((row) => assets.has(assetOf(row))).map(({ account }) => account))],
    riskLevel,
    complete: complete && isSeen,
  }
}

function assetOf({ address, tokenId }: BalanceChange): string {
  return `${address ?? ''} ${tokenId ?? ''}`
}

/** What is at risk is known where the same execution shows the wallet's balance and a price. */
function grantOf(row: ApprovalChange, balances: readonly BalanceChange[]): GrantedApproval {
  const { token, spender, unlimited, owner, after } = row
  const held = balances.find((one) => one.account === owner && one.address === token && one.assetType === 'erc20')
  const amount = held?.after == null ? null : held.after < after ? held.after : after
  const usd =
    held === undefined || amount === null || held.changeUsd === null || held.change === 0n
      ? null
      : (held.changeUsd / Number(held.change)) * Number(amount)
  return { token, spender, unlimited, amount, atRiskUsd: usd }
}

/** The calls that the wallet makes, wherever in the tree. */
function callsOf(trace: CallFrame | null, wallet: Address): PolicyCall[] {
  const calls: PolicyCall[] = []
  const waiting = trace === null ? [] : [trace]
  for (let count = 0; count < MAX_FRAMES; count++) {
    const frame = waiting.pop()
    if (frame === undefined) break
    waiting.push(...frame.calls.toReversed())
    if (frame.from !== wallet || frame.type === 'STATICCALL') continue
    const creates = frame.type === 'CREATE' || frame.type === 'CREATE2'
    calls.push({
      to: creates ? null : frame.to,
      value: frame.value,
      data: frame.input,
      delegatecall: frame.type === 'DELEGATECALL' || frame.type === 'CALLCODE',
      parties: partiesOf(frame.input),
    })
  }
  return calls
}

function partiesOf(data: Hex): Address[] | null {
  const words = PARTIES[data.slice(0, 10)]
  if (words === undefined) return null
  const parties = words.map((word) => data.slice(10 + word * 64, 74 + word * 64))
  return parties.every((word) => word.length === 64) ? parties.map((word): Address => `0x${word.slice(24)}`) : null
}
