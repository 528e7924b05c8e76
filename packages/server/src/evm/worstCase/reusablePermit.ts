import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { SignedMessage } from '@redoubt/risk/facts/signedMessage.ts'
import { privateKeyToAccount } from 'viem/accounts'
import { concat, encodeFunctionData, keccak256, parseAbi } from 'viem/utils'
import { HOLDING } from '../decode/readState.ts'
import { signatureOf } from '../privileges/signatures/digests.ts'
import { madeUpWord } from '../simulation/madeUp.ts'
import { SimulationUnavailable } from '../simulation/simulator.ts'
import {
  fieldOf,
  flatStructHash,
  type IntentOf,
  integerOf,
  readNumber,
  structOf,
  WORST_CASE_ABI,
  type WorstCaseExecutionContext,
} from './worstCaseExecutionContext.ts'

const abi = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
const GAS = 500_000n

/**
 * Whether the token accepts one permit of EIP-2612 more than once, because its nonce does not rise: the same permit of a made-up owner, whose key
 * is ours, is executed twice. False where that was not tried, and where even the first is refused.
 */
export async function isReusable(
  context: WorstCaseExecutionContext,
  { token, spender, amount }: Pick<IntentOf<'allowance'>, 'token' | 'spender' | 'amount'>,
): Promise<boolean> {
  const { chain, simulator, block, message, signal } = context
  const struct = structOf(message)
  const deadline = integerOf(struct, 'deadline')
  if (struct === null || deadline === null || fieldOf(struct, 'owner') === null) return false
  // Of a secret: a token that knew the account could count its permits only.
  const key = madeUpWord(block, 'owner of a permit', token)
  const owner = privateKeyToAccount(key).address.toLowerCase() as Address
  const [separator, nonce] = await Promise.all([
    chain.ask(
      block,
      { to: token, data: encodeFunctionData({ abi: WORST_CASE_ABI, functionName: 'DOMAIN_SEPARATOR' }), ...HOLDING },
      signal,
    ),
    readNumber(context, token, encodeFunctionData({ abi: WORST_CASE_ABI, functionName: 'nonces', args: [owner] })),
  ])
  const own = asOf(message, { owner, nonce: nonce ?? 0n })
  const structHash = own === null ? null : flatStructHash(own)
  if (separator?.length !== 66 || structHash === null) return false
  const { v, words } = await signatureOf(keccak256(concat(['0x1901', separator, structHash])), key)
  const [r, s] = words.map((one): Hex => `0x${one.toString(16).padStart(64, '0')}`) as [Hex, Hex]
  const data = encodeFunctionData({
    abi,
    functionName: 'permit',
    args: [owner, spender, amount, deadline, Number(v), r, s],
  })
  const call = { from: spender, to: token, value: 0n, data, gas: GAS }
  const stateOverrides = { [spender]: { balance: 10n ** 18n } }
  try {
    const [outcomes] = await simulator.simulateSequences({
      block,
      sequences: [{ stateOverrides, blocks: [{ calls: [call] }, { calls: [call] }] }],
      signal,
    })
    return outcomes?.length === 2 && outcomes.every(({ success }) => success)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SimulationUnavailable) return false
    throw error
  }
}

/** The message with other members. Null where it is no typed data. */
function asOf(message: SignedMessage, changed: { owner: Address; nonce: bigint }): Pick<SignedMessage, 'form'> | null {
  const { form } = message
  if (form.type !== 'typed-data') return null
  const members = form.struct.members.map((one) => {
    const value = changed[one.name as keyof typeof changed]
    return value === undefined ? one : { ...one, value }
  })
  return { form: { ...form, struct: { ...form.struct, members } } }
}
