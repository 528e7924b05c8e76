import assert from 'node:assert/strict'
import { type Address, BaseError, type Hex } from 'viem'
import type { TestChain, TestContract } from '../artifacts/testChain.ts'

/** Contracts of one project by role: the original ones, or ours in their place. */
export type Stack = Record<string, TestContract>

export type Act = {
  from: Address
  /** Role of the contract that is called. */
  to: string
  name: string
  /** `null`: calls without data. */
  args: (stack: Stack) => readonly unknown[]
  value?: bigint
}

/**
 * Does the same with two stacks, and asserts that both answer the same bytes, emit the same logs, or refuse for the same reason.
 * Addresses of the stacks' own contracts count as the same where their roles are.
 * @returns whether both did it.
 */
export async function actAlike(
  chain: TestChain,
  [original, ours]: readonly [Stack, Stack],
  act: Act,
): Promise<boolean> {
  const expected = await outcomeOf(chain, original, act)
  const actual = await outcomeOf(chain, ours, act)
  assert.deepEqual(actual, expected, `${act.to}.${act.name}`)
  return expected.refused === null
}

/** The answers of views of both stacks, asserted to be the same. */
export async function readAlike<T>(
  [original, ours]: readonly [Stack, Stack],
  { to, name, args }: Pick<Act, 'to' | 'name' | 'args'>,
): Promise<T> {
  const ask = async (stack: Stack) => {
    const answer = await roleOf(stack, to).read(name, args(stack))
    return withRoles(
      stack,
      JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    )
  }
  const expected = await ask(original)
  assert.equal(await ask(ours), expected, `${to}.${name}`)
  return JSON.parse(expected) as T
}

type Outcome = { refused: string | null; answer: string; logs: string[] }

async function outcomeOf(chain: TestChain, stack: Stack, { from, to, name, args, value = 0n }: Act): Promise<Outcome> {
  const contract = roleOf(stack, to)
  const data = contract.data(name, args(stack))
  let answer: Hex
  try {
    answer =
      (await chain.client.call({ account: from, to: contract.address, data, value, gas: 12_000_000n })).data ?? '0x'
  } catch (error) {
    return { refused: reasonOf(error), answer: '', logs: [] }
  }
  const { logs } = await chain.send({ from, to: contract.address, data, value })
  const told = logs.map(({ address, topics, data: words }) => withRoles(stack, [address, ...topics, words].join(' ')))
  return { refused: null, answer: withRoles(stack, answer), logs: told }
}

/** Names of overflows, and words of a library beside the project: all one refusal with panics and silence. */
const UNNAMED = /^(ds-math|LS$|LA$|ERC721: |panic|custom)/

function reasonOf(error: unknown): string {
  const text = error instanceof BaseError ? error.details : String(error)
  const reason = /execution reverted: (.+?),? ?(data: .*)?$/i.exec(text)?.[1]?.replaceAll('"', '')
  return reason === undefined || UNNAMED.test(reason) ? 'refused' : reason
}

function roleOf(stack: Stack, role: string): TestContract {
  return stack[role] ?? assert.fail(`no ${role}`)
}

function withRoles(stack: Stack, text: string): string {
  return Object.entries(stack).reduce(
    (told, [role, { address }]) => told.replaceAll(address.slice(2).toLowerCase(), `<${role}>`),
    text.toLowerCase(),
  )
}
