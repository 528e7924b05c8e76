import type { Address } from '@redoubt/risk/address.ts'
import type { SignedCall, SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { MessageSources } from './messageSources.ts'

/** Delegatecalls whose code is run: a message that an account signs has one. */
const MAX_OPENED = 4

/** Returns the intents with the calls that delegated code makes, where the signed data alone decides about them. */
export async function openDelegatedCalls(
  intents: readonly SignedIntent[],
  { block, callsOfCode }: Pick<MessageSources, 'block' | 'callsOfCode'>,
  signal: AbortSignal,
): Promise<SignedIntent[]> {
  let left = callsOfCode === undefined ? 0 : MAX_OPENED
  return Promise.all(
    intents.map(async (intent): Promise<SignedIntent> => {
      if (intent.kind !== 'execution') return intent
      return { ...intent, calls: await Promise.all(intent.calls.map((call) => opened(intent.account, call))) }
    }),
  )

  async function opened(account: Address, call: SignedCall): Promise<SignedCall> {
    const { to: code, data, operation } = call
    if (operation !== 1 || code === null || callsOfCode === undefined || left-- <= 0) return call
    try {
      const makes = await callsOfCode(await block(signal), { account, code, data }, signal)
      return makes === null ? call : { ...call, makes }
    } catch {
      // What was not read is judged as unknown code.
      return call
    }
  }
}
